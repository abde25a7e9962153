//===- PlannedConfig.cpp - What in a TTNN op's configuration is a plan ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Lower/PlannedConfig.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace alcove;

static constexpr StringLiteral convFields[] = {"act_block_h_override",
                                               "act_block_w_div",
                                               "shard_layout",
                                               "core_grid",
                                               "deallocate_activation",
                                               "reallocate_halo_output",
                                               "reshard_if_not_optimal",
                                               "override_sharding_config",
                                               "override_output_sharding_config",
                                               "transpose_shards",
                                               "enable_act_double_buffer",
                                               "enable_weights_double_buffer",
                                               "full_inner_dim",
                                               "in_place"};

ArrayRef<StringLiteral> conversion::plannedConvFields() { return convFields; }

ttnn::UnaryWithParamAttr conversion::fusedActivation(Operation *op) {
  auto fieldsOf = [](Attribute attribute) {
    return llvm::TypeSwitch<Attribute, DictionaryAttr>(attribute)
        .Case<ttnn::MatmulMultiCoreReuseProgramConfigAttr, ttnn::MatmulMultiCoreReuseMultiCastProgramConfigAttr,
              ttnn::MatmulMultiCoreReuseMultiCast1DProgramConfigAttr,
              ttnn::MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr>(
            [](auto config) { return config.getFields(); })
        .Default(DictionaryAttr());
  };
  Attribute config = op->getAttr("matmul_program_config");
  DictionaryAttr fields = config ? fieldsOf(config) : DictionaryAttr();
  return fields ? fields.getAs<ttnn::UnaryWithParamAttr>("fused_activation") : ttnn::UnaryWithParamAttr();
}

bool conversion::isDefaultComputeConfig(ttnn::DeviceComputeKernelConfigAttr config) {
  DictionaryAttr fields = config.getFields();
  auto fidelity = fields.getAs<StringAttr>("math_fidelity");
  // Long contractions of bf16 add in L1 too.
  size_t size = config.getBool("packer_l1_acc").value_or(false) ? 3 : 2;
  return fields.size() == size && fidelity && fidelity.getValue() == "hifi4" &&
         config.getBool("fp32_dest_acc_en").value_or(false);
}
