# Debian's MLIR 22, through the shared libMLIR/libLLVM only: a static MLIR archive beside the shared library
# puts two copies of MLIR into one program.

find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)
set(LLVM_RUNTIME_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/lib)
set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(ALCOVE_LLVM_DEFINITIONS NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${ALCOVE_LLVM_DEFINITIONS})

# Every target that shares these precompiled headers has one level of optimization. Searches are in the planning core.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(ALCOVE_MLIR_OPTIMIZATION -O2)
endif()

# Precompiled headers, each with the one before it: MLIR alone; the dialects of tt-mlir, whose op classes take longer to read
# than most of our files to compile; the dialects of StableHLO.
function(alcove_mlir_pch pch)
  file(WRITE ${PROJECT_BINARY_DIR}/${pch}Pch.cpp "")
  add_library(Alcove${pch}Pch OBJECT ${PROJECT_BINARY_DIR}/${pch}Pch.cpp)
  target_precompile_headers(Alcove${pch}Pch PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${pch}Pch.h)
  llvm_update_compile_flags(Alcove${pch}Pch)
  target_compile_options(Alcove${pch}Pch PRIVATE ${ALCOVE_MLIR_OPTIMIZATION})
  if(ARGN)
    add_dependencies(Alcove${pch}Pch ${ARGN})
  endif()
endfunction()
if(ALCOVE_PCH)
  alcove_mlir_pch(MLIR)
  alcove_mlir_pch(Dialects AlcoveTTCoreIncGen AlcoveTTIRIncGen AlcoveTTNNIncGen)
  alcove_mlir_pch(StableHLO AlcoveTTCoreIncGen AlcoveTTIRIncGen AlcoveTTNNIncGen AlcoveStableHLOIncGen AlcoveCHLOIncGen
                  AlcoveCheckIncGen AlcoveSdyIncGen)
endif()

# The one of the dialects unless another is named.
function(alcove_use_pch target)
  set(pch Dialects ${ARGN})
  list(GET pch -1 pch)
  if(TARGET obj.${target})
    set(target obj.${target})
  endif()
  target_compile_options(${target} PRIVATE ${ALCOVE_MLIR_OPTIMIZATION})
  if(ALCOVE_PCH)
    target_precompile_headers(${target} REUSE_FROM Alcove${pch}Pch)
  endif()
endfunction()

# alcove_mlir_library(Lower SOURCES a.cpp DEPENDS IncGen LINK AlcoveOps MLIR MLIRPass [PCH MLIR|Dialects|StableHLO])
function(alcove_mlir_library library)
  cmake_parse_arguments(ARG "" "PCH" "SOURCES;DEPENDS;LINK;MLIR" ${ARGN})
  if(NOT ARG_SOURCES)
    add_library(Alcove${library} INTERFACE)
    target_link_libraries(Alcove${library} INTERFACE ${ARG_LINK})
    alcove_install_library(${library})
    return()
  endif()
  add_library(Alcove${library} STATIC ${ARG_SOURCES})
  if(ARG_DEPENDS)
    add_dependencies(Alcove${library} ${ARG_DEPENDS})
  endif()
  alcove_group_by_folder(Alcove${library} ${ARG_SOURCES})
  llvm_update_compile_flags(Alcove${library})
  alcove_use_pch(Alcove${library} ${ARG_PCH})
  target_link_libraries(Alcove${library} PUBLIC ${ARG_LINK} LLVM)
  mlir_target_link_libraries(Alcove${library} PUBLIC MLIRIR ${ARG_MLIR})
  alcove_install_library(${library})
endfunction()

# alcove_mlir_tool(alcove-opt LINK AlcovePipelines MLIR MLIROptLib): a program of all sources of the folder
function(alcove_mlir_tool name)
  cmake_parse_arguments(ARG "" "PCH" "LINK;MLIR" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_executable(${name} ${sources})
  llvm_update_compile_flags(${name})
  alcove_use_pch(${name} ${ARG_PCH})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} LLVM)
  mlir_target_link_libraries(${name} PRIVATE MLIRIR ${ARG_MLIR})
  alcove_install_program(TARGETS ${name})
endfunction()

# Adds to `sources` one translation unit per shard of a dialect's op definitions: as many as its TableGen made
# (include/alcove/Ops/Dialect/CMakeLists.txt). REGISTRATION: a header and a class of it that registers these ops, by the
# name of MLIR's own.
function(alcove_op_shards dialect)
  cmake_parse_arguments(ARG "" "" "REGISTRATION" ${ARGN})
  set(registration)
  if(ARG_REGISTRATION)
    list(GET ARG_REGISTRATION 0 header)
    list(GET ARG_REGISTRATION 1 class)
    set(registration "#include \"${header}\"\n#define RegisteredOperationName ${class}\n")
  endif()
  get_property(count GLOBAL PROPERTY ALCOVE_${dialect}_SHARDS)
  math(EXPR last "${count} - 1")
  foreach(shard RANGE ${last})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${dialect}OpsShard${shard}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "alcove/Ops/Dialect/@dialect@/@dialect@.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

@registration@
#define GET_OP_DEFS_@shard@
#include "alcove/Ops/Dialect/@dialect@/@dialect@Ops.cpp.inc"
]])
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON) # each takes as long as ten other files
    list(APPEND sources ${source})
  endforeach()
  set(sources ${sources} PARENT_SCOPE)
endfunction()
