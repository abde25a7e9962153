# The library itself; --profile, --bisect and ALCOVE_SAFE put something between it and the ops above.
LIBRARY = ttnn
PROGRAM = "main.py"


def stop(message):
    sys.exit(f"{PROGRAM}: {message}")


KEPT = []  # tensors that a captured run reads again: they are not freed
SAFE = os.environ.get("ALCOVE_SAFE", "0") not in ("", "0")


def free(*tensors, force=False):
    for tensor in tensors:
        if not any(tensor is kept for kept in KEPT):
            LIBRARY.deallocate(tensor, force and not SAFE)


def scalar_of(tensor):
    """The one number of a tensor, read back from the device."""
    return int(to_numpy(tensor).reshape(-1)[0])


#===--- Numbers ---------------------------------------------------------------------------------------------------===#

INTEGERS = {"UINT8": np.uint8, "UINT16": np.uint16, "UINT32": np.uint32, "INT32": np.int32}


def numpy_type(dtype):
    return INTEGERS.get(str(dtype).rsplit(".", 1)[-1], np.float32)


def to_numpy(tensor):
    """A tensor of one chip, or that of chip 0."""
    if PLAN["mesh"] != (1, 1):
        tensor = LIBRARY.get_device_tensors(tensor)[0]
    kind = numpy_type(tensor.dtype)
    read = LIBRARY.to_torch(tensor)
    return (read.float() if kind is np.float32 else read).numpy().astype(kind)


def seeded(argument, number, seed):
    """Data of the right size where none is given: matrices that keep the size of what passes through them, vectors
    between 0.5 and 1.5, integers 0 and 1."""
    name, role, shape, dtype, _, _ = argument
    generator = np.random.default_rng([seed, number])
    if numpy_type(dtype) is not np.float32:
        return np.asarray(generator.integers(0, 2, shape), numpy_type(dtype))
    if role == "weight" and sum(extent > 1 for extent in shape) < 2:
        return np.asarray(generator.uniform(0.5, 1.5, shape), np.float32)
    scale = 1.0 if role == "input" else (1.0 / np.prod(shape[1:])) ** 0.5
    return np.asarray(generator.standard_normal(shape) * scale, np.float32)  # of one number numpy makes no array


#===--- Files -----------------------------------------------------------------------------------------------------===#

def read_safetensors(path):
    """Name -> array, of a file in the safetensors format."""
    import json
    kinds = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "BF16": np.uint16, "I64": np.int64, "I32": np.int32,
             "I16": np.int16, "U8": np.uint8, "I8": np.int8, "BOOL": np.uint8}
    size, arrays = os.path.getsize(path), {}
    try:
        with open(path, "rb") as file:
            start = 8 + int.from_bytes(file.read(8), "little")
            if start > size:
                raise ValueError(f"it has {size} B, its header would end at {start}")
            header = json.loads(file.read(start - 8))
        data = np.memmap(path, np.uint8, "r")
        for name, entry in header.items():
            if name == "__metadata__":
                continue
            kind = kinds.get(entry["dtype"])
            if kind is None:
                stop(f"{path}: '{name}' is of type {entry['dtype']}, which is not read; {', '.join(kinds)} are")
            begin, end = (start + offset for offset in entry["data_offsets"])
            if end > size:
                raise ValueError(f"it has {size} B, '{name}' would end at {end}")
            values = data[begin:end].view(kind).reshape(entry["shape"])
            arrays[name] = (values.astype(np.uint32) << 16).view(np.float32) if entry["dtype"] == "BF16" else values
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        stop(f"{path} is no whole file of the safetensors format: {error}")
    return arrays


def read_npy(path):
    try:
        return np.load(path)
    except (EOFError, OSError, ValueError) as error:
        stop(f"{path} is no array of numpy: {error}")


def files_of_weights(options):
    """--weights: a file or a folder; else the folder `weights` beside this file, where there is one."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "weights")
    path = options.weights or (beside if os.path.isdir(beside) else None)
    if path is None:
        return []
    if not os.path.exists(path):
        stop(f"--weights {path}: there is no such file")
    if not os.path.isdir(path):
        return [path]
    return sorted(os.path.join(path, f) for f in os.listdir(path) if f.endswith((".safetensors", ".npy")))


def read_weights(files):
    arrays = {}
    for path in files:
        if path.endswith(".npy"):
            arrays[os.path.basename(path)[:-len(".npy")]] = read_npy(path)
        else:
            arrays.update(read_safetensors(path))
    return arrays


def data_of(argument, files, options, weights):
    """From --weights, from the first of these files in --inputs that is there; None where neither has it."""
    name, _, shape, dtype, _, _ = argument
    data = weights.get(name)
    for file in files if options.inputs else ():
        path = os.path.join(options.inputs, f"{file}.npy")
        if data is None and os.path.exists(path):
            data = read_npy(path)
    if data is None:
        return None
    if list(data.shape) != shape and not splits_of(name, shape, data.shape):
        stop(f"'{name}' has shape {list(data.shape)}, the plan needs {shape}")
    with np.errstate(invalid="ignore"):
        held = data.astype(numpy_type(dtype))
    if held.dtype.kind in "iu" and not np.array_equal(held, data):
        stop(f"'{name}' has numbers of {data.dtype} that {held.dtype}, which the plan needs, does not hold")
    return held


def arguments_of(program, options, files):
    """An array for each argument; which are seeded, because no file has them, and which arrays nothing takes is said."""
    if options.inputs and not os.path.isdir(options.inputs):
        stop(f"--inputs {options.inputs}: there is no such folder")
    name, _, _, arguments, _ = program
    weights = read_weights(files)
    arrays = [data_of(a, (f"{name}.{a[0]}", a[0], f"arg{i}"), options, weights) for i, a in enumerate(arguments)]
    missing = [a[0] for a, data in zip(arguments, arrays) if data is None]
    for what, names in (("are in no file and seeded", missing if files or options.inputs else []),
                        ("are taken by no argument", sorted(weights.keys() - {a[0] for a in arguments}))):
        if names:
            more = f" and {len(names) - 4} more" if len(names) > 4 else ""
            print(f"{name}: {', '.join(names[:4])}{more} {what}")
    return [seeded(a, i, options.seed) if data is None else data for i, (a, data) in enumerate(zip(arguments, arrays))]


def splits_of(name, shape, given):
    """Mesh axis -> dimension along which a whole tensor is cut into what each chip gets; nothing where it does not fit."""
    if len(shape) != len(given):
        return {}
    splits = {}
    for dim, (part, whole) in enumerate(zip(shape, given)):
        if part == whole:
            continue
        axes = [axis for axis, chips in enumerate(PLAN["mesh"]) if chips > 1 and axis not in splits and part * chips == whole]
        if len(axes) != 1:
            if axes:
                stop(f"'{name}' of shape {list(given)} may be cut along both axes of the mesh: give what one chip gets")
            return {}
        splits[axes[0]] = dim
    return splits


#===--- What was computed once, on disk ---------------------------------------------------------------------------===#

def cache_key(name, options, files):
    """Of this program, the function, and where its weights come from."""
    import hashlib
    digest = hashlib.sha256()
    with open(__file__, "rb") as file:
        digest.update(file.read())
    sources = list(files) + [os.path.join(options.inputs, f) for f in sorted(os.listdir(options.inputs))] if options.inputs else files
    for path in sources:
        about = os.stat(path)
        digest.update(f"{os.path.abspath(path)} {about.st_size} {about.st_mtime_ns}\n".encode())
    digest.update(f"{name} {options.seed} {getattr(LIBRARY, '__version__', '')} {SAFE}".encode())
    return digest.hexdigest()[:24]


def read_cached(device, folder):
    """What `write_cached` wrote there, or None."""
    import json
    try:
        with open(os.path.join(folder, "index.json")) as file:
            index = json.load(file)
    except OSError:
        return None
    return {name: [LIBRARY.load_tensor(os.path.join(folder, each), device=device if on_device else None)
                   for each, on_device in parts] for name, parts in index.items()}


def write_cached(folder, constants):
    """Tensors, then the index, which makes them valid."""
    import json
    os.makedirs(folder, exist_ok=True)
    index = {}
    for number, (name, tensors) in enumerate(constants.items()):
        index[name] = []
        for part, tensor in enumerate(tensors):
            file = f"{number}.{part}.tensorbin"
            LIBRARY.dump_tensor(os.path.join(folder, file), tensor)
            index[name].append((file, on_device(tensor)))
    with open(os.path.join(folder, "index.json.new"), "w") as file:
        json.dump(index, file)
    os.replace(os.path.join(folder, "index.json.new"), os.path.join(folder, "index.json"))


def on_device(tensor):
    return not str(tensor.storage_type()).endswith("HOST")


def prepared(device, program, kept, options, files):
    """What depends on weights alone: computed, or as --cache has it."""
    name, prepare, _, _, _ = program
    if not options.cache:
        return prepare(device, kept)
    folder = os.path.join(options.cache, f"{name}-{cache_key(name, options, files)}")
    constants = read_cached(device, folder)
    if constants is None:
        constants = prepare(device, kept)
        write_cached(folder, constants)
        print(f"{name}: wrote {len(constants)} constants to {folder}")
    else:
        print(f"{name}: read {len(constants)} constants from {folder}")
    return constants


