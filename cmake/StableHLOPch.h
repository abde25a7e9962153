// On top of DialectsPch.h the dialects of StableHLO.
#include "DialectsPch.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"
#include "alcove/Ops/Dialect/StableHLO/Check.h"
#include "alcove/Ops/Dialect/StableHLO/Sdy.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"
