#===--- Between the program and the library -----------------------------------------------------------------------===#

class Observed:
    """ttnn, each op of which goes through `see(name, function, args, keywords)`."""

    def __init__(self, see, library=LIBRARY, prefix=""):
        self.see, self.library, self.prefix = see, library, prefix

    def __getattr__(self, name):
        found = getattr(self.library, name)
        if name in ("transformer", "experimental"):
            return Observed(self.see, found, name + ".")
        if not callable(found) or isinstance(found, type) and name != "Tensor" or name.startswith("create_mesh_"):
            return found
        return lambda *args, **keywords: self.see(self.prefix + name, found, args, keywords)


def observed(see, function, *args):
    """Runs a function of this program so that each of its ops goes through `see`."""
    global ttnn
    before, ttnn = ttnn, Observed(see)
    try:
        return function(*args)
    finally:
        ttnn = before


def listed(results):
    return list(results) if isinstance(results, (list, tuple)) else [] if results is None else [results]


#===--- ALCOVE_SAFE: all in DRAM, the library's own choices -------------------------------------------------------===#

PLANNED = {}  # where the plan has a tensor, by its identity
CHOICES = {"program_config", "slice_config", "dram_slice_config", "applied_shard_scheme", "core_grid"}
NUMBERS = ("weights_dtype", "activation", "output_layout")  # of a convolution's configuration
SHARDED = {"experimental.nlp_concat_heads_decode", "experimental.nlp_create_qkv_heads_decode", "fused_rms_minimal",
           "experimental.paged_update_cache", "experimental.rotary_embedding_llama"}  # the library has these on shards alone
BY_CONFIGURATION = {"sparse_matmul", "fused_rms_minimal"}  # a program configuration is no choice there


def safe_place(memory):
    return memory if memory is None else LIBRARY.DRAM_MEMORY_CONFIG


def is_place(value):
    return isinstance(value, LIBRARY.MemoryConfig)


def move(tensor, memory):
    """The tensor there; itself where it is there already, or on the host."""
    if memory is None or not on_device(tensor) or tensor.memory_config() == memory:
        return tensor
    return LIBRARY.to_memory_config(tensor, memory)


def each_tensor(value, change):
    if isinstance(value, (list, tuple)):
        return [each_tensor(inner, change) for inner in value]
    return change(value) if isinstance(value, LIBRARY.Tensor) else value


def safe_call(name, function, args, keywords):
    """An op with its operands and results in DRAM and without the plan's program configuration; numerics stay."""
    places = [value for value in (*args, *keywords.values()) if is_place(value)]
    if name in SHARDED:
        as_planned = lambda tensor: move(tensor, PLANNED.get(id(tensor)))
        results = function(*[each_tensor(a, as_planned) for a in args],
                           **{k: each_tensor(v, as_planned) for k, v in keywords.items()})
        results = each_tensor(results, lambda tensor: move(tensor, LIBRARY.DRAM_MEMORY_CONFIG))
    else:
        fused = getattr(keywords.get("program_config"), "fused_activation", None)
        keywords = {k: safe_place(v) if is_place(v) else v for k, v in keywords.items()
                    if k not in CHOICES or name in BY_CONFIGURATION}
        if fused is not None and name not in BY_CONFIGURATION:
            keywords["activation"] = fused  # what is computed is no choice
        if keywords.get("conv_config") is not None:
            given = keywords["conv_config"]
            kept = {field: getattr(given, field, None) for field in NUMBERS}
            keywords["conv_config"] = LIBRARY.Conv2dConfig(**{k: v for k, v in kept.items() if v is not None})
        results = function(*[safe_place(a) if is_place(a) else a for a in args], **keywords)
    for result in listed(results):
        PLANNED[id(result)] = places[-1] if places else None
    return results


#===--- --profile -------------------------------------------------------------------------------------------------===#

def signpost(name):
    """The name of an op in the device profiler's log, where the program runs under it."""
    try:
        from tracy import signpost as mark
    except ImportError:
        return
    mark(f'loc("{name}")')


class Stopwatch:
    """What each op takes when it runs --repeat times: between two waits of the host, or with --trace as one captured
    run of all repetitions, which leaves the host's time out. An op that cannot be captured is timed by the host."""

    def __init__(self, device, options):
        self.device, self.options, self.rows = device, options, []  # function, name, seconds, runs

    def around(self, ops):
        """What sees the ops of a function; they have these names."""
        names = iter(ops)

        def see(callee, op, args, keywords):
            def call(before=None):
                for result in listed(before):
                    if not any(result is each for each in (*args, *keywords.values())):  # a cache stays
                        LIBRARY.deallocate(result, False)
                return safe_call(callee, op, args, keywords) if SAFE else op(*args, **keywords)
            name, samples, results = next(names), [], None
            # A convolution that frees its operand cannot run again.
            runs = 1 if getattr(keywords.get("conv_config"), "deallocate_activation", False) else self.options.repeat
            if self.options.trace and runs > 1:
                results, samples = self.replayed(name, call, runs)
            if not samples:
                results, samples = self.one_by_one(name, call, runs)
            samples.sort()
            self.rows.append((callee, name, samples[len(samples) // 2], runs))
            return results
        return see

    def one_by_one(self, name, call, runs):
        results, samples = None, []
        for _ in range(runs):
            signpost(name)
            finish(self.device)
            start = time.perf_counter()
            results = call(results)
            finish(self.device)
            samples.append(time.perf_counter() - start)
        return results, samples

    def replayed(self, name, call, runs):
        results, samples, failed = None, [], False
        signpost(name)
        trace = LIBRARY.begin_trace_capture(self.device, cq_id=0)
        try:
            for _ in range(runs):
                results = call(results)
        except Exception:
            failed = True
        LIBRARY.end_trace_capture(self.device, trace, cq_id=0)
        for _ in range(0 if failed else 3):
            start = time.perf_counter()
            LIBRARY.execute_trace(self.device, trace, cq_id=0, blocking=True)
            samples.append((time.perf_counter() - start) / runs)
        LIBRARY.release_trace(self.device, trace)
        return results, samples[1:]

    def write(self, path):
        """One row per op of the plan, in the columns of the device profiler's sheet (ops_perf_results)."""
        import csv
        with open(path, "w", newline="") as file:
            sheet = csv.writer(file, lineterminator="\n")
            sheet.writerow(["OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "DEVICE ID", "DEVICE ARCH", "ATTRIBUTES",
                            "AVAILABLE WORKER CORE COUNT", "DEVICE KERNEL DURATION [ns]", "LOC", "RUNS"])
            for number, (callee, name, seconds, runs) in enumerate(self.rows):
                sheet.writerow([callee.rsplit(".", 1)[-1], "tt_dnn_device", 1024 * (number + 1), 0, PLAN["arch"], "",
                                PLAN["grid"][0] * PLAN["grid"][1], max(1, round(seconds * 1e9)), name, runs])


def profile(device, program, kept, inputs, constants, watch):
    name, _, function, _, ops = program
    function(device, {**kept, **inputs()}, constants)  # compiles the kernels
    first = len(watch.rows)
    observed(watch.around(ops), function, device, {**kept, **inputs()}, constants)
    if hasattr(LIBRARY, "ReadDeviceProfiler") and os.environ.get("TT_METAL_DEVICE_PROFILER"):
        LIBRARY.ReadDeviceProfiler(device)
    rows = watch.rows[first:]
    how = "replayed" if watch.options.trace else "as the host sees them"
    print(f"{name}: {len(rows)} ops, {sum(row[2] for row in rows) * 1e6:.1f} us one by one, {how}: {watch.options.profile}")
    return True


#===--- --trace ---------------------------------------------------------------------------------------------------===#

def replay(device, program, kept, arrays, constants, options):
    """Captures a run and replays it; inputs stay where they are, so that each replay finds its own there."""
    name, _, function, arguments, ops = program
    inputs = {a[0]: place(device, a, data) for a, data in zip(arguments, arrays) if a[1] == "input"}
    KEPT[:] = inputs.values()
    function(device, {**kept, **inputs}, constants)  # compiles the kernels
    captured = []

    def see(callee, op, args, keywords):
        results = op(*args, **keywords)
        captured.append(callee)
        return results
    trace = LIBRARY.begin_trace_capture(device, cq_id=0)
    try:
        results, failure = observed(see, function, device, {**kept, **inputs}, constants), None
    except Exception as error:
        failure = error
    LIBRARY.end_trace_capture(device, trace, cq_id=0)
    if failure is not None:
        stop(f"--trace: {name} cannot be captured: op {len(captured)} '{ops[len(captured)]}': {failure}")
    for number in range(options.repeat):
        for argument, data in zip(arguments, arrays):
            if argument[1] == "input" and argument[5] is not None:
                LIBRARY.copy_host_to_device_tensor(place(device, argument, data, host=True), inputs[argument[0]])
        start = time.perf_counter()
        LIBRARY.execute_trace(device, trace, cq_id=0, blocking=False)
        read = [to_numpy(each) for each in results]
        print(f"{name}: replay {number + 1} took {time.perf_counter() - start:.6f} s with reading the results back")
    LIBRARY.release_trace(device, trace)
    KEPT.clear()
    return read


#===--- --bisect --------------------------------------------------------------------------------------------------===#

def correlation_of(a, b):
    a, b = (np.asarray(each, np.float64).reshape(-1) for each in (a, b))
    finite = np.isfinite(a) if a.shape == b.shape else None
    if finite is None or not np.array_equal(a[~finite], b[~finite], equal_nan=True):
        return 0.0
    a, b = a[finite], b[finite]
    spread = np.linalg.norm(a - a.mean()) * np.linalg.norm(b - b.mean()) if a.size > 1 else 0.0
    return float((a - a.mean()) @ (b - b.mean()) / spread) if spread > 0 else float(np.allclose(a, b, 1e-2, 1e-3))


def least_correlation(ones, others):
    return min([correlation_of(a, b) for a, b in zip(ones, others)], default=1.0)


class Bisection:
    """Each stage as planned and, on copies of what it got, in DRAM by the library's choices; the first that deviates is
    run op by op."""

    def __init__(self, device, options, ops):
        self.device, self.options, self.ops, self.count, self.culprit = device, options, ops, 0, None

    def around(self, name, stage):
        def run(*args):
            return stage(*args) if self.culprit else self.stage(name, stage, args)
        return run

    def on_host(self, args):
        """Copies of live tensors; those of dictionaries by name."""
        def copied(value):
            if isinstance(value, dict):
                return {key: copied(each) for key, each in value.items()}
            if isinstance(value, list):
                return [copied(each) for each in value]
            if not isinstance(value, LIBRARY.Tensor) or not on_device(value):
                return value
            return (LIBRARY.from_device(value), value.memory_config()) if value.is_allocated() else None
        return [copied(each) for each in args]

    def on_device(self, copies, safe):
        def placed(value):
            if isinstance(value, dict):
                return {key: placed(each) for key, each in value.items()}
            if isinstance(value, list):
                return [placed(each) for each in value]
            if not isinstance(value, tuple):
                return value
            made = LIBRARY.to_device(value[0], self.device, LIBRARY.DRAM_MEMORY_CONFIG if safe else value[1])
            PLANNED[id(made)] = value[1]
            return made
        return [placed(each) for each in copies]

    def stage(self, name, stage, args):
        copies, first = self.on_host(args), self.count
        try:
            results = observed(self.counted, stage, *args)
            planned, failure = [to_numpy(each) for each in listed(results)], None
        except Exception as error:
            planned, failure = [], error
        if failure is None:
            safe = observed(safe_call, stage, *self.on_device(copies, True))
            least = least_correlation(planned, [to_numpy(each) for each in listed(safe)])
            good = least >= self.options.min_correlation
            print(f"{name}: ops {first} to {self.count - 1}, correlation {least:.6f}{'' if good else ': TOO LOW'}")
            if good:
                return results
        self.culprit, self.count = "no op of " + name + " by itself", first
        try:
            results = observed(self.compared, stage, *self.on_device(copies, False))
        except Exception as error:
            self.culprit = f"{self.label()} fails as planned: {error}"
        stop(f"--bisect: {name}: {self.culprit}")

    def counted(self, name, function, args, keywords):
        self.count += 1
        return function(*args, **keywords)

    def label(self):
        return f"op {self.count} '{self.ops[self.count]}'"

    def compared(self, name, function, args, keywords):
        """An op both ways on the same operands; the first that deviates is kept."""
        copies = self.on_host([list(args), keywords])
        results = function(*args, **keywords)
        one = [to_numpy(each) for each in listed(results)]
        safe_args, safe_keywords = self.on_device(copies, True)
        least = least_correlation(one, [to_numpy(each) for each in listed(safe_call(name, function, safe_args, safe_keywords))])
        if least < self.options.min_correlation and self.culprit.startswith("no op"):
            self.culprit = f"{self.label()} (ttnn.{name}) is the first that deviates, correlation {least:.6f}"
        self.count += 1
        return results


def bisect(device, program, kept, inputs, constants, options):
    name, _, function, _, ops = program
    search = Bisection(device, options, ops)
    stages = [each for each in STAGES if each.startswith(function.__name__ + "_stage_")]
    if not stages:
        search.around(name, function)(device, {**kept, **inputs()}, constants)
    before = {each: globals()[each] for each in stages}
    globals().update({each: search.around(each, stage) for each, stage in before.items()})
    try:
        if stages:
            function(device, {**kept, **inputs()}, constants)
    finally:
        globals().update(before)
    print(f"{name}: {search.count} ops in {max(len(stages), 1)} functions, each as in DRAM by the library's choices")
    return True


