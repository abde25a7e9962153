# Read by cpack for each generator: a Debian package lies in /usr, an archive wherever it is unpacked.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
