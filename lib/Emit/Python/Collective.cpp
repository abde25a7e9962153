//===- Collective.cpp - Calls of ops between chips ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

#define LINKS "subdevice_id=sub_device_id%subdevice num_links=num_links topology=topology "

llvm::ArrayRef<Row> alcove::emit::collectiveRows() {
  static constexpr Row rows[] = {
      {"all_gather", "", "input", "input all_gather_dim cluster_axis=cluster_axis memory_config=@memory " LINKS},
      {"reduce_scatter", "", "input",
       "input scatter_dim cluster_axis=cluster_axis memory_config=@memory " LINKS
       "compute_kernel_config=compute_config"},
      {"all_reduce", "", "input", "input cluster_axis=cluster_axis memory_config=@memory " LINKS},
      {"all_reduce_async", "experimental.all_reduce_async", "input",
       "input cluster_axis=cluster_axis mesh_device=!device:MeshDevice math_op=reduce_type "
       "memory_config=@memory " LINKS},
      {"distribute_tensor", "", "input device", "input mapper=mapper_config%mapper"},
      {"aggregate_tensor", "", "input device", "input composer=composer_config%composer"},
      {"point_to_point", "", "input optional_output_tensor?",
       "input sender_coord%coordinate receiver_coord%coordinate output_tensor=optional_output_tensor"},
      {"mesh_partition", "", "input", "input dim cluster_axis memory_config=@memory"},
  };
  return rows;
}
