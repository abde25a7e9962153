#===--- The device ------------------------------------------------------------------------------------------------===#

def calls_of_program():
    """Name -> keywords, of all that this file calls of ttnn."""
    import ast
    with open(__file__) as file:
        tree = ast.parse(file.read())
    calls = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name.startswith("ttnn."):
                calls.setdefault(name[len("ttnn."):], set()).update(k.arg for k in node.keywords)
    return calls


def missing_in_library():
    """What this program calls and the installed ttnn has not: names, and keywords where a function tells its own."""
    import re
    missing = []
    for name, keywords in sorted(calls_of_program().items()):
        found = LIBRARY
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is None:
            missing.append(name)
            continue
        told = " ".join(map(str, getattr(found, "__nb_signature__", ()))) or getattr(found, "__doc__", None) or ""
        if re.search(rf"\b{name.rsplit('.', 1)[-1]}\(", told):
            missing += [f"{name}({word}=)" for word in sorted(keywords) if not re.search(rf"\b{word}\b", told)]
    return missing


def check_library():
    missing = missing_in_library()
    if missing:
        more = f" and {len(missing) - 4} more" if len(missing) > 4 else ""
        stop(f"written for ttnn as of {PLAN['ttnn']}; the one installed ({getattr(LIBRARY, '__version__', 'no version')}) has no "
             f"{', '.join(missing[:4])}{more}. Write it for another: alcove build --list-versions, --ttnn-version")


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


def open_device(options):
    if PLAN["mesh"] != (1, 1):
        LIBRARY.set_fabric_config(LIBRARY.FabricConfig.FABRIC_1D)
    region = max(options.trace_region if options.trace else 0, PLAN["trace_region"])
    sizes = {"trace_region_size": region} if region else {}
    if PLAN["l1_small"]:
        sizes["l1_small_size"] = PLAN["l1_small"]
    try:
        device = LIBRARY.open_mesh_device(mesh_shape=LIBRARY.MeshShape(*PLAN["mesh"]), **sizes)
    except Exception as error:
        stop(f"no device for a mesh of {PLAN['mesh'][0]}x{PLAN['mesh'][1]}: {error}")
    wrong = differences(device)
    if wrong:
        close_device(device)
        stop(f"planned for another device: needs {'; '.join(wrong)}. Plan again: alcove build --device NAME")
    return device


def close_device(device):
    LIBRARY.close_mesh_device(device)
    if PLAN["mesh"] != (1, 1):
        LIBRARY.set_fabric_config(LIBRARY.FabricConfig.DISABLED)


def finish(device):
    """Waits until the device has done what it was asked for."""
    if hasattr(LIBRARY, "synchronize_device"):
        LIBRARY.synchronize_device(device)


def place(device, argument, data, host=False):
    """An array as the plan wants the argument: its own part on every chip, or the whole on all where it has no parts."""
    name, _, shape, dtype, layout, memory = argument
    keywords = {} if memory is None or host else {"device": device, "memory_config": safe_place(memory) if SAFE else memory}
    if PLAN["mesh"] != (1, 1):
        splits = CUTS[name] if name in CUTS else splits_of(name, shape, data.shape)
        cuts = [LIBRARY.PlacementShard(splits[axis]) if axis in splits else LIBRARY.PlacementReplicate() for axis in (0, 1)]
        if splits or memory is not None:  # else the host cuts it later, when it is computed with once
            keywords["mesh_mapper"] = LIBRARY.create_mesh_mapper(device, LIBRARY.MeshMapperConfig(cuts))
    made = LIBRARY.from_torch(data, dtype, layout=layout, **keywords)
    PLANNED[id(made)] = memory
    return made


