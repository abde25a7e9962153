//===- RunTime.cpp - Calls of copies, files and semaphores ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::runTimeRows() {
  static constexpr Row rows[] = {
      {"create_global_semaphore", "", "device", "@device core_range_set initial_value|0:int"},
      {"reset_global_semaphore", "reset_global_semaphore_value", "semaphore", "semaphore value"},
      {"copy", "", "src dst", "src dst"},
      {"write_tensor", "copy_host_to_device_tensor", "host_tensor device_tensor",
       "host_tensor device_tensor cq_id=cq_id"},
      {"dump_tensor", "", "input", "file_path input"},
      {"load_tensor", "", "device?", "file_path device=@device"},
  };
  return rows;
}
