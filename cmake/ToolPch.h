// What the main programs of the rooms without MLIR include, on top of CorePch.h.
#include "CorePch.h"

#include <CLI/CLI.hpp>
