//===- Window.cpp - Calls of convolutions and pools -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

#define IMAGE "batch_size=batch_size input_height=input_height input_width=input_width "
#define CHANNELS "in_channels=in_channels out_channels=out_channels "
#define WINDOW "kernel_size=kernel_size stride=stride padding=padding "
#define CONFIGURED "conv_config=conv2d_config compute_config=compute_config "
#define PREPARED                                                                                                       \
  "input_memory_config=input_memory_config input_layout=input_tensor_layout " CHANNELS IMAGE WINDOW                    \
  "dilation=dilation groups=groups device=!device:MeshDevice input_dtype=input_dtype "                                 \
  "output_dtype=output_dtype " CONFIGURED
#define POOL "input batch_size input_height input_width channels kernel_size stride padding%window "
#define POOLED                                                                                                         \
  "memory_config=@memory applied_shard_scheme=applied_shard_scheme reallocate_halo_output=reallocate_halo_output "     \
  "dtype=@dtype output_layout=@layout config_tensor_in_dram=config_tensors_in_dram "

llvm::ArrayRef<Row> alcove::emit::windowRows() {
  static constexpr Row rows[] = {
      {"upsample", "", "input", "input scale_factor mode=mode memory_config=@memory"},
      {"conv2d", "", "input weight bias? device",
       "input_tensor=input weight_tensor=weight device=@device " CHANNELS IMAGE WINDOW
       "dilation=dilation groups=groups dtype=@dtype bias_tensor=bias " CONFIGURED
       "memory_config=@memory slice_config=conv2d_slice_config"},
      {"conv_transpose2d", "", "input weight bias? device",
       "input_tensor=input weight_tensor=weight device=@device " CHANNELS IMAGE WINDOW
       "output_padding=output_padding dilation=dilation groups=groups dtype=@dtype bias_tensor=bias " CONFIGURED
       "memory_config=@memory dram_slice_config=conv2d_slice_config"},
      {"conv1d", "", "input weight bias? device",
       "input_tensor=input weight_tensor=weight device=@device " CHANNELS
       "batch_size=batch_size input_length=input_length " WINDOW
       "dilation=dilation groups=groups dtype=@dtype bias_tensor=bias " CONFIGURED "memory_config=@memory"},
      {"conv3d", "experimental.conv3d", "input weight bias? device",
       "input_tensor=input weight_tensor=weight device=@device bias_tensor=bias config=conv3d_config dtype=@dtype "
       "output_channels=out_channels " WINDOW "padding_mode=padding_mode groups=groups memory_config=@memory "
       "compute_kernel_config=compute_config"},
      {"prepare_conv2d_weights", "prepare_conv_weights", "weight_tensor device",
       "weight_tensor=weight_tensor weights_format=weights_format has_bias=has_bias " PREPARED
       "slice_config=conv2d_slice_config"},
      {"prepare_conv2d_bias", "prepare_conv_bias", "bias_tensor device",
       "bias_tensor=bias_tensor " PREPARED "slice_config=conv2d_slice_config"},
      {"prepare_conv_transpose2d_weights", "", "weight_tensor device",
       "weight_tensor=weight_tensor weights_format=weights_format has_bias=has_bias " PREPARED
       "dram_slice_config=conv2d_slice_config mirror_kernel=mirror_kernel"},
      {"prepare_conv_transpose2d_bias", "", "bias_tensor device",
       "bias_tensor=bias_tensor " PREPARED "dram_slice_config=conv2d_slice_config"},
      {"prepare_conv3d_weights", "experimental.prepare_conv3d_weights", "weight_tensor device",
       "weight_tensor=weight_tensor groups=groups C_in_block=c_in_block alignment=alignment device=!device:MeshDevice"},
      {"max_pool2d", "", "input", POOL "dilation ceil_mode=ceil_mode " POOLED},
      {"max_pool2d_with_indices", "max_pool2d", "input",
       POOL "dilation ceil_mode=ceil_mode " POOLED "return_indices=!True:bool"},
      {"avg_pool2d", "", "input", POOL "ceil_mode=ceil_mode count_include_pad=count_include_pad " POOLED},
      {"global_avg_pool2d", "", "input", "input memory_config=@memory dtype=@dtype"},
  };
  return rows;
}
