// What goes between chips is held against the mesh once the device is known; of one chip it is the operand.
// RUN: not alcove-opt %s --split-input-file --ttir-to-ttnn-backend-pipeline="mock-system-desc-arch=t3000" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: alcove-opt %s --split-input-file --ttir-to-ttnn-backend-pipeline="mock-system-desc-arch=t3000 mesh-shape=2,4" | FileCheck %s --check-prefix=MESH
// MESH: "ttnn.all_gather"
// MESH: "ttnn.reduce_scatter"
// MESH: "ttnn.mesh_partition"

// ERROR: exchanges-on-a-mesh.mlir:[[@LINE+2]]:8: error: 'ttir.all_gather' op 4 parts for 1 chip along axis 1 of a mesh of 1x1; name the mesh of the program with mesh-shape= or ttcore.meshes
func.func @gather(%x: tensor<32x64xbf16>) -> tensor<32x256xbf16> {
  %0 = "ttir.all_gather"(%x) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x256xbf16>
  return %0 : tensor<32x256xbf16>
}

// -----

// ERROR: [[@LINE+2]]:8: error: 'ttir.reduce_scatter' op 2 parts for 1 chip along axis 0 of a mesh of 1x1
func.func @scatter(%x: tensor<64x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.reduce_scatter"(%x) <{scatter_dim = 0 : si32, reduce_type = #ttcore.reduce_type<sum>, cluster_axis = 0 : ui32}> : (tensor<64x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}

// -----

// ERROR: [[@LINE+2]]:8: error: 'ttir.mesh_partition' op 4 parts for 1 chip along axis 1 of a mesh of 1x1
func.func @partition(%x: tensor<32x256xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.mesh_partition"(%x) <{dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x256xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}

// -----

// ERROR: [[@LINE+2]]:8: error: 'ttir.collective_permute' op chip 1 is none of a mesh of 1x1
func.func @permute(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}

// -----

// ERROR: [[@LINE+2]]:8: error: 'ttir.mesh_shard' op dimension 1 is cut into 4 parts along 1 chips of a mesh of 1x1
func.func @shard(%x: tensor<32x256xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.mesh_shard"(%x) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x256xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}

// -----

// ERROR: [[@LINE+2]]:10: error: 'ttir.all_to_all_dispatch' op 2 parts for 1 chip along axis 0 of a mesh of 1x1
func.func @dispatch(%x: tensor<4x1x32x64xbf16>, %i: tensor<4x1x32x2xui16>, %m: tensor<1x1x16x8xui16>) -> tensor<1x8x32x64xbf16> {
  %0:2 = "ttir.all_to_all_dispatch"(%x, %i, %m) <{cluster_axis = 0 : i64, num_devices = 2 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x32x2xui16>)
  return %0#0 : tensor<1x8x32x64xbf16>
}
