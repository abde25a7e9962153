# Helpers for libraries and programs that never see MLIR.

# libstdc++ 12 marks a function of its own stable_sort as deprecated.
add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-deprecated-declarations)
if(ALCOVE_SANITIZER)
  add_compile_options(-fsanitize=${ALCOVE_SANITIZER} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${ALCOVE_SANITIZER})
endif()

# Coverage counters in every library: without them a fuzzer sees only its own file and mutates blindly.
if(ALCOVE_BUILD_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

# Precompiled headers for what never sees MLIR: for libraries, for programs (with the command line), for unit tests and for
# those that are quick to run (PLAIN below). They hold no header of ours, so they never rebuild.
if(ALCOVE_PCH)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # Without timestamps in the precompiled header ccache can reuse what was compiled against it.
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
  foreach(pch Core Tool Test PlainTest)
    string(REPLACE Plain "" header ${pch})
    file(WRITE ${PROJECT_BINARY_DIR}/${pch}Pch.cpp "")
    add_library(Alcove${pch}Pch OBJECT ${PROJECT_BINARY_DIR}/${pch}Pch.cpp)
    target_precompile_headers(Alcove${pch}Pch PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${header}Pch.h)
  endforeach()
endif()

# Templates of GoogleTest and CLI11 take most of the compile time of tests and programs, whose own code runs once; the
# libraries that they call keep their own optimization level.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(ALCOVE_OUTER_OPTIMIZATION -O1)
  set(ALCOVE_PLAIN_OPTIMIZATION -O0)
endif()
if(ALCOVE_PCH)
  target_compile_options(AlcoveToolPch PRIVATE ${ALCOVE_PLAIN_OPTIMIZATION})
  target_compile_options(AlcoveTestPch PRIVATE ${ALCOVE_OUTER_OPTIMIZATION})
  target_compile_options(AlcovePlainTestPch PRIVATE ${ALCOVE_PLAIN_OPTIMIZATION})
  foreach(pch Test PlainTest)
    target_compile_definitions(Alcove${pch}Pch PRIVATE GTEST_HAS_PTHREAD=1) # as GTest::gtest asks of its users
  endforeach()
endif()

# Unity builds join files of one folder, a batch at a time: folders of one library may use the same names in files.
function(alcove_group_by_folder target)
  get_target_property(unity ${target} UNITY_BUILD)
  if(NOT unity)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  foreach(source ${ARGN})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in ${folder}" group)
    list(LENGTH members_${group} number)
    list(APPEND members_${group} ${source})
    math(EXPR batch "${number} / ${CMAKE_UNITY_BUILD_BATCH_SIZE}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
  endforeach()
endfunction()

function(alcove_use_core_pch target pch)
  if(ALCOVE_PCH)
    target_precompile_headers(${target} REUSE_FROM Alcove${pch}Pch)
  endif()
endfunction()

# alcove_core_library(Plan SOURCES a.cpp b.cpp LINK AlcoveSupport)  ->  target AlcovePlan
function(alcove_core_library library)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  if(NOT ARG_SOURCES)
    add_library(Alcove${library} INTERFACE)
    target_link_libraries(Alcove${library} INTERFACE ${ARG_LINK})
    alcove_install_library(${library})
    return()
  endif()
  add_library(Alcove${library} STATIC ${ARG_SOURCES})
  alcove_group_by_folder(Alcove${library} ${ARG_SOURCES})
  alcove_use_core_pch(Alcove${library} Core)
  target_link_libraries(Alcove${library} PUBLIC ${ARG_LINK})
  alcove_install_library(${library})
endfunction()

# alcove_core_tool(alcove-solve LINK AlcovePlan): a program of all sources of the folder
function(alcove_core_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_executable(${name} ${sources})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  alcove_use_core_pch(${name} Tool)
  target_compile_options(${name} PRIVATE ${ALCOVE_PLAIN_OPTIMIZATION})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  alcove_install_program(TARGETS ${name})
endfunction()

# alcove_unit_test(PlanTests SOURCES a.cpp LINK AlcovePlan): one program in build/unittests/bin; every program
# there is run by scripts/run_tests.py. PLAIN: many lines that run once, compiled without optimization.
function(alcove_unit_test name)
  cmake_parse_arguments(ARG "PLAIN" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gmock GTest::gtest GTest::gtest_main Threads::Threads)
  # Tests of internals say #include "Plan/..", tests that read the tree #include "SourceDirectory.h".
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/lib ${PROJECT_BINARY_DIR}/unittests/include)
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests/bin)
  if(COMMAND llvm_update_compile_flags AND ALCOVE_UNIT_TEST_MLIR)
    llvm_update_compile_flags(${name})
    alcove_use_pch(${name})
  else()
    if(ARG_PLAIN)
      alcove_use_core_pch(${name} PlainTest)
      target_compile_options(${name} PRIVATE ${ALCOVE_PLAIN_OPTIMIZATION})
    else()
      alcove_use_core_pch(${name} Test)
      target_compile_options(${name} PRIVATE ${ALCOVE_OUTER_OPTIMIZATION})
    endif()
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_property(GLOBAL APPEND PROPERTY ALCOVE_UNIT_TESTS ${name})
endfunction()

# alcove_benchmark(PlanBench SOURCES a.cpp LINK AlcovePlan): a program in build/bench/bin, never a timed test.
function(alcove_benchmark name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} benchmark::benchmark Threads::Threads)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/bin)
endfunction()

# alcove_fuzzer(FuzzFormats SOURCES a.cpp LINK AlcovePlanFormats): libFuzzer program in build/fuzz/bin.
function(alcove_fuzzer name)
  if(NOT ALCOVE_BUILD_FUZZERS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz/bin)
endfunction()
