#===--- Runs ------------------------------------------------------------------------------------------------------===#

def check(name, result, path, least):
    """Whether a result is that of a file, by correlation; the largest deviation is told."""
    if not os.path.exists(path):
        stop(f"--check: there is no {path}")
    golden = read_npy(path)
    if golden.shape != result.shape:
        print(f"{name}: shape {result.shape}, expected {golden.shape}")
        return False
    a, b = (np.asarray(each, np.float64).reshape(-1) for each in (result, golden))
    deviation, correlation = np.abs(a - b).max() if a.size else 0.0, correlation_of(a, b)
    good = bool(correlation >= least)
    print(f"{name}: correlation {correlation:.6f}, largest deviation {deviation:.6g}{'' if good else ': TOO LOW'}")
    return good


def run(device, program, options, watch=None):
    name, _, function, arguments, _ = program
    files = files_of_weights(options)
    arrays = arguments_of(program, options, files)
    if options.write_inputs:
        os.makedirs(options.write_inputs, exist_ok=True)
        for i, array in enumerate(arrays):
            np.save(os.path.join(options.write_inputs, f"arg{i}.npy"), array)
        return True

    def placed(role):
        return {a[0]: place(device, a, data) for a, data in zip(arguments, arrays) if a[1] == role}
    kept = placed("weight")
    constants = observed(safe_call, prepared, device, program, kept, options, files) if SAFE else prepared(
        device, program, kept, options, files)
    if options.profile:
        return profile(device, program, kept, lambda: placed("input"), constants, watch)
    if options.bisect:
        return bisect(device, program, kept, lambda: placed("input"), constants, options)
    if options.trace:
        return tell(name, replay(device, program, kept, arrays, constants, options), options)
    for number in range(options.repeat):
        inputs = placed("input")
        start = time.perf_counter()
        called = (function, device, {**kept, **inputs}, constants)
        results = [to_numpy(each) for each in (observed(safe_call, *called) if SAFE else function(*called[1:]))]
        print(f"{name}: run {number + 1} took {time.perf_counter() - start:.6f} s with reading the results back")
    return tell(name, results, options)


def tell(name, results, options):
    good = True
    for i, result in enumerate(results):
        file = f"{name}.result{i}.npy"
        print(f"{name}: result {i}: shape {tuple(result.shape)}, mean {result.mean():.6g}" if result.size else name)
        if options.outputs:
            os.makedirs(options.outputs, exist_ok=True)
            np.save(os.path.join(options.outputs, file), result)
        if options.check:
            good &= check(f"{name}: result {i}", result, os.path.join(options.check, file), options.min_correlation)
    return good


def main():
    parser = argparse.ArgumentParser(description="Runs a plan of Alcove on the device that it was made for.")
    parser.add_argument("--inputs", metavar="DIR", help="NAME.npy, FUNCTION.NAME.npy or argN.npy for arguments; the others are seeded")
    parser.add_argument("--weights", metavar="PATH", help="parameters under their names in the model: a file in safetensors, or a "
                        "folder of these and NAME.npy (default: weights/ beside this file)")
    parser.add_argument("--cache", metavar="DIR", help="keep what depends on weights alone there, for the next run")
    parser.add_argument("--outputs", metavar="DIR", help="write results as FUNCTION.resultN.npy")
    parser.add_argument("--check", metavar="DIR", help="compare with what `alcove run --outputs=DIR` wrote")
    parser.add_argument("--min-correlation", type=float, default=0.99, help="for --check (default 0.99)")
    parser.add_argument("--write-inputs", metavar="DIR", help="write the arguments as argN.npy and run nothing")
    parser.add_argument("--repeat", type=int, default=1, help="how often each function runs, each op of --profile, each replay of --trace")
    parser.add_argument("--profile", metavar="SHEET.csv", help="run each op --repeat times and write a row for it; with --trace the "
                        "repetitions are captured and replayed, without the host's time")
    parser.add_argument("--trace", action="store_true", help="capture a run and replay it")
    parser.add_argument("--trace-region", type=int, default=1 << 26, metavar="BYTES", help="DRAM for the capture (default 64 MiB)")
    parser.add_argument("--bisect", action="store_true", help="find the first stage, then the first op, that deviates from itself in DRAM "
                        "by the library's choices (ALCOVE_SAFE=1 runs all of it so)")
    parser.add_argument("--session", action="store_true", help="run the functions in the order of the session that was planned: weights "
                        "are placed and caches kept once for all; FUNCTION.NAME.K.npy of --inputs is of call K, from 0, alone")
    parser.add_argument("--seed", type=int, default=1, help="of arguments that no file gives")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error("--repeat must be at least 1")
    if options.bisect and (options.profile or options.trace) or SAFE and (options.bisect or options.trace):
        parser.error("--bisect goes with neither --profile nor --trace; ALCOVE_SAFE with neither --bisect nor --trace")
    if options.session and (options.profile or options.trace or options.bisect or options.cache or options.write_inputs or SAFE):
        parser.error("--session runs by itself: without --profile, --trace, --bisect, --cache, --write-inputs and ALCOVE_SAFE")
    if options.session and not SESSION:
        parser.error("--session: the functions were planned one by one; `alcove session ... -o FILE` plans them together")
    if options.write_inputs:
        return 0 if all([run(None, program, options) for program in PROGRAMS]) else 1
    check_library()
    device = open_device(options)
    try:
        watch = Stopwatch(device, options)
        good = run_session(device, options) if options.session else all([run(device, program, options, watch) for program in PROGRAMS])
        if options.profile:
            watch.write(options.profile)
    finally:
        close_device(device)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
