//===- Normalization.cpp - Calls of softmax and norms ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::normalizationRows() {
  static constexpr Row rows[] = {
      {"softmax", "", "input",
       "input dimension memory_config=@memory compute_kernel_config=compute_config numeric_stable=numericStable"},
      {"rms_norm layer_norm", "", "input weight? bias?",
       "input epsilon=epsilon weight=weight bias=bias memory_config=@memory program_config=program_config "
       "compute_kernel_config=compute_config"},
      {"layer_norm_pre_all_gather", "", "input residual_input? recip?",
       "input dtype=@dtype residual_input_tensor=residual_input compute_kernel_config=compute_config "
       "program_config=program_config memory_config=@memory recip_tensor=recip"},
      {"rms_norm_pre_all_gather", "", "input residual?",
       "input dtype=@dtype residual_input_tensor=residual compute_kernel_config=compute_config "
       "program_config=program_config memory_config=@memory use_2d_core_grid=use_2d_core_grid"},
      {"layer_norm_post_all_gather", "", "input stats weight? bias?",
       "input stats epsilon=epsilon weight=weight bias=bias memory_config=@memory "
       "compute_kernel_config=compute_config program_config=program_config dtype=@dtype"},
      {"distributed_rms_norm", "fused_rms_minimal", "input weight? residual? stats? semaphore? device",
       "input program_config cluster_axis @device semaphore num_links=num_links topology=topology "
       "subdevice_id=sub_device_id%subdevice compute_kernel_config=compute_config memory_config=@memory "
       "residual_input_tensor=residual epsilon=epsilon weight=weight stats=stats"},
      {"batch_norm_inference", "batch_norm", "input running_mean? running_var? weight? bias?",
       "input running_mean=running_mean running_var=running_var training=!False:bool eps=epsilon weight=weight "
       "bias=bias "
       "memory_config=@memory compute_kernel_config=compute_config"},
      {"batch_norm_training", "batch_norm", "input running_mean? running_var? weight? bias?",
       "input running_mean=running_mean running_var=running_var training=!True:bool eps=epsilon momentum=momentum "
       "weight=weight bias=bias memory_config=@memory compute_kernel_config=compute_config"},
      // The library's default for inplace would overwrite the operand.
      {"group_norm", "", "input input_mask? weight? bias?",
       "input num_groups=num_groups epsilon=epsilon input_mask=input_mask weight=weight bias=bias "
       "memory_config=@memory inplace=!False:bool"},
  };
  return rows;
}
