//===- Movement.cpp - Movement of data as calls ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::movementRows() {
  static constexpr Row rows[] = {
      {"reshape", "", "input", "input shape memory_config=@memory"},
      {"permute", "", "input", "input permutation memory_config=@memory pad_value=pad_value"},
      {"transpose", "", "input", "input dim0 dim1 memory_config=@memory"},
      {"concat", "", "inputs*", "inputs dim memory_config=@memory"},
      {"slice_static", "slice", "input", "input begins ends step memory_config=@memory"},
      {"slice_dynamic", "slice", "input begins ends", "input begins ends step memory_config=@memory"},
      {"pad", "", "input", "input padding%pairs value use_multicore=use_multicore memory_config=@memory"},
      {"repeat", "", "input", "input repeat_dims memory_config=@memory"},
      {"repeat_interleave", "", "input", "input repeats dim memory_config=@memory"},
      {"gather", "", "input index", "input dim index memory_config=@memory"},
      {"scatter", "", "input index source",
       "input=input dim=dim index=index src=source memory_config=@memory reduce=scatter_reduce_type%scatter"},
      {"sort", "", "input", "input dim|-1:int descending|False:bool stable|False:bool memory_config=@memory"},
      {"embedding", "", "input weight", "input weight layout=@layout dtype=@dtype memory_config=@memory"},
      {"embedding_bw", "", "input weight in_gradient", "input weight in_gradient dtype=@dtype memory_config=@memory"},
      {"upsample", "", "input", "input scale_factor mode=mode memory_config=@memory"},
      {"to_layout", "", "input", "input @layout dtype=@newdtype memory_config=@memory"},
      {"to_memory_config", "", "input", "input @memory"},
      {"to_device", "", "input device", "input device=@device memory_config=@memory"},
      {"from_device", "", "input", "input"},
      {"copy", "", "src dst", "src dst"},
      {"write_tensor", "copy_host_to_device_tensor", "host_tensor device_tensor",
       "host_tensor device_tensor cq_id=cq_id"},
      {"dump_tensor", "", "input", "file_path input"},
      {"load_tensor", "", "device?", "file_path device=@device"},
  };
  return rows;
}
