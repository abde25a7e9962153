def free(*tensors, force=False):
    for tensor in tensors:
        ttnn.deallocate(tensor, force)


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
        tensor = ttnn.get_device_tensors(tensor)[0]
    kind = numpy_type(tensor.dtype)
    read = ttnn.to_torch(tensor)
    return (read.float() if kind is np.float32 else read).numpy().astype(kind)


def seeded(argument, number, seed):
    """Data of the right size where none is given: matrices that keep the size of what passes through them, vectors
    between 0.5 and 1.5, integers 0 and 1."""
    name, role, shape, dtype, _, _ = argument
    generator = np.random.default_rng([seed, number])
    if numpy_type(dtype) is not np.float32:
        return generator.integers(0, 2, shape).astype(numpy_type(dtype))
    if role == "weight" and sum(extent > 1 for extent in shape) < 2:
        return generator.uniform(0.5, 1.5, shape).astype(np.float32)
    scale = 1.0 if role == "input" else (1.0 / np.prod(shape[1:])) ** 0.5
    return (generator.standard_normal(shape) * scale).astype(np.float32)


def read_safetensors(path):
    """Name -> array, of a file in the safetensors format."""
    import json
    kinds = {"F32": np.float32, "F16": np.float16, "I64": np.int64, "I32": np.int32, "U8": np.uint8, "I8": np.int8}
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = np.frombuffer(file.read(), np.uint8)
    arrays = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        raw = data[slice(*entry["data_offsets"])]
        if entry["dtype"] == "BF16":
            values = (raw.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
        elif entry["dtype"] in kinds:
            values = raw.view(kinds[entry["dtype"]])
        else:
            sys.exit(f"main.py: {path}: '{name}' is of type {entry['dtype']}, which is not read")
        arrays[name] = values.reshape(entry["shape"])
    return arrays


def data_of(argument, number, options, weights):
    """From --weights, from NAME.npy or argN.npy of --inputs, else seeded."""
    name, _, shape, dtype, _, _ = argument
    data = weights.get(name)
    for file in (f"{name}.npy", f"arg{number}.npy") if options.inputs and data is None else ():
        path = os.path.join(options.inputs, file)
        if data is None and os.path.exists(path):
            data = np.load(path)
    if data is None:
        return seeded(argument, number, options.seed)
    if list(data.shape) != shape:
        sys.exit(f"main.py: '{name}' has shape {list(data.shape)}, the plan needs {shape}")
    return data.astype(numpy_type(dtype))


#===--- The device ------------------------------------------------------------------------------------------------===#

def differences(device):
    """What the plan needs and this device has not. A fact that this version of ttnn does not tell is not compared."""
    found = []
    if hasattr(device, "arch"):
        arch = str(device.arch()).rsplit(".", 1)[-1].lower()
        if arch != PLAN["arch"]:
            found.append(f"architecture {PLAN['arch']}, found {arch}")
    if hasattr(device, "compute_with_storage_grid_size"):
        grid = device.compute_with_storage_grid_size()
        if grid.x < PLAN["grid"][0] or grid.y < PLAN["grid"][1]:
            found.append(f"a grid of {PLAN['grid'][0]}x{PLAN['grid'][1]} cores, found {grid.x}x{grid.y}")
    if hasattr(device, "l1_size_per_core") and device.l1_size_per_core() < PLAN["l1_size"]:
        found.append(f"{PLAN['l1_size']} B of L1, found {device.l1_size_per_core()}")
    chips = PLAN["mesh"][0] * PLAN["mesh"][1]
    if hasattr(device, "get_num_devices") and device.get_num_devices() != chips:
        found.append(f"{chips} chips, found {device.get_num_devices()}")
    return found


def open_device():
    if PLAN["mesh"] != (1, 1):
        ttnn.set_fabric_config(ttnn.FabricConfig.FABRIC_1D)
    try:
        device = ttnn.open_mesh_device(mesh_shape=ttnn.MeshShape(*PLAN["mesh"]))
    except Exception as error:
        sys.exit(f"main.py: no device for a mesh of {PLAN['mesh'][0]}x{PLAN['mesh'][1]}: {error}")
    wrong = differences(device)
    if wrong:
        ttnn.close_mesh_device(device)
        sys.exit(f"main.py: planned for another device: needs {'; '.join(wrong)}. Plan again: alcove build --device NAME")
    return device


def place(device, argument, data):
    """An array as the plan wants the argument, on every chip of the mesh."""
    _, _, _, dtype, layout, memory = argument
    keywords = {} if memory is None else {"device": device, "memory_config": memory}
    if PLAN["mesh"] != (1, 1):
        copies = ttnn.MeshMapperConfig([ttnn.PlacementReplicate(), ttnn.PlacementReplicate()])
        keywords["mesh_mapper"] = ttnn.create_mesh_mapper(device, copies)
    return ttnn.from_torch(data, dtype, layout=layout, **keywords)


#===--- Runs ------------------------------------------------------------------------------------------------------===#

def check(name, result, path, least):
    """Whether a result is that of a file, by correlation; the largest deviation is told."""
    if not os.path.exists(path):
        sys.exit(f"main.py: --check: there is no {path}")
    golden = np.load(path)
    if golden.shape != result.shape:
        print(f"{name}: shape {result.shape}, expected {golden.shape}")
        return False
    a, b = (np.asarray(each, np.float64).reshape(-1) for each in (result, golden))
    deviation = np.abs(a - b).max() if a.size else 0.0
    spread = np.linalg.norm(a - a.mean()) * np.linalg.norm(b - b.mean()) if a.size > 1 else 0.0
    correlation = float((a - a.mean()) @ (b - b.mean()) / spread) if spread > 0 else float(np.allclose(a, b, 1e-2, 1e-3))
    good = bool(correlation >= least)
    print(f"{name}: correlation {correlation:.6f}, largest deviation {deviation:.6g}{'' if good else ': TOO LOW'}")
    return good


def run(device, program, options):
    name, prepare, function, arguments = program
    weights = read_safetensors(options.weights) if options.weights else {}
    arrays = [data_of(argument, i, options, weights) for i, argument in enumerate(arguments)]
    if options.write_inputs:
        os.makedirs(options.write_inputs, exist_ok=True)
        for i, array in enumerate(arrays):
            np.save(os.path.join(options.write_inputs, f"arg{i}.npy"), array)
        return True
    def placed(role):
        return {a[0]: place(device, a, data) for a, data in zip(arguments, arrays) if a[1] == role}
    kept = placed("weight")
    constants = prepare(device, kept)
    for number in range(options.repeat):
        inputs = placed("input")
        start = time.perf_counter()
        results = [to_numpy(each) for each in function(device, {**kept, **inputs}, constants)]
        print(f"{name}: run {number + 1} took {time.perf_counter() - start:.6f} s with reading the results back")
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
    parser.add_argument("--inputs", metavar="DIR", help="NAME.npy or argN.npy for arguments; the others are seeded")
    parser.add_argument("--weights", metavar="FILE", help="safetensors with parameters under their names in the model")
    parser.add_argument("--outputs", metavar="DIR", help="write results as FUNCTION.resultN.npy")
    parser.add_argument("--check", metavar="DIR", help="compare with what `alcove run --outputs=DIR` wrote")
    parser.add_argument("--min-correlation", type=float, default=0.99, help="for --check (default 0.99)")
    parser.add_argument("--write-inputs", metavar="DIR", help="write the arguments as argN.npy and run nothing")
    parser.add_argument("--repeat", type=int, default=1, help="how often each function runs")
    parser.add_argument("--seed", type=int, default=1, help="of arguments that no file gives")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error("--repeat must be at least 1")
    if options.write_inputs:
        return 0 if all([run(None, program, options) for program in PROGRAMS]) else 1
    device = open_device()
    try:
        good = all([run(device, program, options) for program in PROGRAMS])
    finally:
        ttnn.close_mesh_device(device)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
