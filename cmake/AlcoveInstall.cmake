# What `cmake --install` and the packages hold: component `programs` (package alcove) and component `dev` (libalcove-dev).
# Nothing knows its own place: programs find each other beside themselves, device presets are compiled in.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON) # libMLIR lies in LLVM's own folder

# Libraries as Alcove::Plan, Alcove::Pipelines, ...; those of tests stay at home, but for what an installed one needs.
function(alcove_install_library library)
  set_target_properties(Alcove${library} PROPERTIES EXPORT_NAME ${library})
  target_include_directories(Alcove${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(Alcove${library} INTERFACE cxx_std_20)
  if(NOT library MATCHES "^Testing")
    install(TARGETS Alcove${library} EXPORT AlcoveTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  endif()
endfunction()

# alcove_install_program(TARGETS alcove-opt) or (FILES script.py RENAME alcove-script). Not where a folder says
# ALCOVE_INSTALL_PROGRAMS OFF.
set(ALCOVE_INSTALL_PROGRAMS ON)
function(alcove_install_program kind)
  if(NOT ALCOVE_INSTALL_PROGRAMS)
    return()
  endif()
  if(kind STREQUAL "FILES")
    set(kind PROGRAMS)
  endif()
  install(${kind} ${ARGN} DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
endfunction()

# Man pages from docs/man, by go-md2man; without it only `make deb` fails.
function(alcove_man_pages)
  find_program(GO_MD2MAN go-md2man)
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.md)
  if(NOT GO_MD2MAN)
    message(STATUS "go-md2man is not there: no man pages")
    return()
  endif()
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
  foreach(page ${pages})
    get_filename_component(name ${page} NAME_WLE)
    set(out ${PROJECT_BINARY_DIR}/man/${name}.gz)
    add_custom_command(OUTPUT ${out} DEPENDS ${page}
      COMMAND ${GO_MD2MAN} -in ${page} -out ${PROJECT_BINARY_DIR}/man/${name}
      COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/man/${name})
    list(APPEND outputs ${out})
  endforeach()
  add_custom_target(man ALL DEPENDS ${outputs})
  install(FILES ${outputs} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
endfunction()

# The examples, and a full-size ResNet-50 by the generator of this repository.
function(alcove_examples)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(model ${PROJECT_BINARY_DIR}/examples/resnet50.mlir.gz)
  add_custom_command(OUTPUT ${model} DEPENDS ${PROJECT_SOURCE_DIR}/testing/models/generate.py
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/examples
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/testing/models/generate.py resnet50 --batch=8 > ${PROJECT_BINARY_DIR}/examples/resnet50.mlir
    COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/examples/resnet50.mlir)
  add_custom_target(examples ALL DEPENDS ${model})
  install(FILES ${model} DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT programs)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT programs
    PATTERN cmake EXCLUDE)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/cmake DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libalcove-dev/examples COMPONENT dev)
endfunction()

function(alcove_cmake_package)
  set(where ${CMAKE_INSTALL_LIBDIR}/cmake/Alcove)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/AlcoveConfig.cmake.in ${PROJECT_BINARY_DIR}/AlcoveConfig.cmake
    INSTALL_DESTINATION ${where})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/AlcoveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/AlcoveConfig.cmake ${PROJECT_BINARY_DIR}/AlcoveConfigVersion.cmake
    DESTINATION ${where} COMPONENT dev)
  install(EXPORT AlcoveTargets NAMESPACE Alcove:: DESTINATION ${where} COMPONENT dev)
  foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
    install(DIRECTORY ${root}/include/alcove DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
      FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.def" PATTERN "*.td" PATTERN CMakeFiles EXCLUDE
      PATTERN "*.cpp.inc" EXCLUDE)
  endforeach()
endfunction()

# Called last, when every target is known.
function(alcove_install_everything_else)
  alcove_man_pages()
  alcove_examples()
  alcove_cmake_package()
  # `import alcove`, where Debian's Python looks for modules.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/alcove DESTINATION lib/python3/dist-packages COMPONENT programs
    FILES_MATCHING PATTERN "*.py")
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/schemas DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/devices DESTINATION ${CMAKE_INSTALL_DATADIR}/alcove COMPONENT programs)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/package/completion.bash RENAME alcove
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT programs)
  include(AlcovePackage)
endfunction()
