# Debian packages and a relocatable archive, by CPack: `make deb`, `make tar`.
set(CPACK_PACKAGE_NAME alcove)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Alcove developers <alcove@localhost>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL programs dev)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package/prefix.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME alcove)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS /usr/lib/llvm-22/lib)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "python3:any, libllvm22 (>= 1:22.1)") # libMLIR is found by its file
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS "slurm-client, parallel, python3-matplotlib, libalcove-dev")
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION
  "compiler that plans the scratchpads of accelerators\nAlcove places, shards, tiles and schedules tensor programs for accelerators\nwith explicit local memory, such as those of Tenstorrent. It reads TTIR and\nTTNN of tt-mlir, linalg and TOSA, proves how far its plans are from optimal,\nand says why each tensor lies where it lies. It needs no hardware.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libalcove-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libmlir-22-dev, mlir-22-tools, llvm-22-dev, llvm-22-tools, libfmt-dev, zlib1g-dev, libsqlite3-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION
  "libraries of Alcove, for other compilers\nHeaders, static libraries and the CMake package of Alcove: the planning core\nwithout MLIR, device and op model, and the passes on TTIR, TTNN and linalg.")

# What Debian wants of every package: copyright, change log, and why a check of lintian is overridden.
foreach(pair "programs;alcove" "dev;libalcove-dev")
  list(GET pair 0 component)
  list(GET pair 1 package)
  set(out ${PROJECT_BINARY_DIR}/package/${package})
  file(MAKE_DIRECTORY ${out})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/package/changelog.in ${out}/changelog.Debian @ONLY)
  execute_process(COMMAND gzip -9nkf ${out}/changelog.Debian)
  set(doc ${CMAKE_INSTALL_DATADIR}/doc/${package})
  install(FILES ${out}/changelog.Debian.gz ${PROJECT_SOURCE_DIR}/cmake/package/copyright DESTINATION ${doc} COMPONENT ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/package/${package}.overrides RENAME ${package}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${component})
endforeach()
include(CPack)
