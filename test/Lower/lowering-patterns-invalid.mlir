// RUN: not alcove-opt %s --ttir-fusing="disable-patterns=narow-rank" 2>&1 | FileCheck %s
// RUN: not alcove-opt %s --ttnn-fusing="disable-patterns=narow-rank" 2>&1 | FileCheck %s
// RUN: not alcove-opt %s --ttir-erase-inverse-ops="disable-patterns=narow-rank" 2>&1 | FileCheck %s
// RUN: alcove-opt %s --ttir-fusing="disable-patterns=narrow-rank"

// CHECK: error: disable-patterns: there is no pattern 'narow-rank'; nearest: 'narrow-rank'
module {}
