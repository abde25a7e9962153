// On top of MLIRPch.h the dialects of tt-mlir: classes of several hundred ops, which most files of their readers include.
#include "MLIRPch.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
