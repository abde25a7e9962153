#===--- --session -------------------------------------------------------------------------------------------------===#

def what_stays(device, options):
    """Weights and items, placed once: by function and argument. What each call is given: arrays of the other arguments."""
    files = files_of_weights(options)
    placed, stays, brought = {}, {}, {}
    for program in PROGRAMS:
        name, _, _, arguments, _ = program
        stays[name], brought[name] = {}, []
        for argument, data in zip(arguments, arguments_of(program, options, files)):
            called, role, shape, dtype, pages, memory = argument
            item = ITEMS[name].get(called, called if role == "weight" else None)
            if item is None:
                brought[name].append((argument, data))
                continue
            key = (item, tuple(shape), str(dtype), str(pages), id(memory))
            if key not in placed:
                placed[key] = place(device, argument, data)
            stays[name][called] = placed[key]
    return stays, brought


def array_of_call(argument, data, function, call, options):
    """What --inputs has for one call alone, such as the position of decode's third; else what every call gets."""
    own = data_of(argument, [f"{function}.{argument[0]}.{call}"], options, {})
    return data if own is None else own


def run_session(device, options):
    """Prints what the calls of each step take, as the host sees them. The last call of each function gives its results."""
    stays, brought = what_stays(device, options)
    KEPT[:] = [tensor for kept in stays.values() for tensor in kept.values()]
    functions, constants, seconds, good = {}, {}, [], True
    calls = {name: 0 for name in stays}
    for name, prepare, function, _, _ in PROGRAMS:
        functions[name] = function
        prepare(device, stays[name], constants)
    print(f"session: {len(constants)} constants are made once, {len({id(each) for each in KEPT})} arguments stay")
    last = {name: step for step, (name, _) in enumerate(SESSION)}
    for step, (name, times) in enumerate(SESSION):
        for call in range(times):
            inputs = {argument[0]: place(device, argument, array_of_call(argument, data, name, calls[name], options))
                      for argument, data in brought[name]}
            calls[name] += 1
            start = time.perf_counter()
            results = functions[name](device, {**stays[name], **inputs}, constants)
            finish(device)
            seconds.append((name, time.perf_counter() - start))
            if step == last[name] and call + 1 == times:
                good &= tell(name, [to_numpy(each) for each in results], options)
            free(*{id(each): each for each in results if on_device(each)}.values())
        print(f"step {step}: {name} x {times}: {sum(each for _, each in seconds[-times:]) / times:.6f} s each")
    decoding = max(calls, key=calls.get)
    before = [name for name, _ in seconds].index(decoding) or 1
    first = sum(each for _, each in seconds[:before])
    each = sorted(took for name, took in seconds if name == decoding)[calls[decoding] // 2]
    print(f"time to first token {first:.6f} s, {1 / each:.1f} tokens/s for each user ({decoding}), as the host sees them")
    KEPT.clear()
    return good


