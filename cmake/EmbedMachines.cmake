# cmake -DOUT=file.cpp -DMACHINES=dir -P EmbedMachines.cmake: devices/machines/*.json as string literals.
file(GLOB files ${MACHINES}/*.json)
list(SORT files)
set(body "")
foreach(path ${files})
  file(READ ${path} text)
  string(APPEND body "      R\"embedded(${text})embedded\",\n")
endforeach()
file(WRITE ${OUT} "// Written by cmake/EmbedMachines.cmake from devices/machines/.\n#include \"EmbeddedMachines.h\"\n\nnamespace alcove::formats {\n\nstd::span<const std::string_view> embeddedMachines() {\n  static constexpr std::string_view files[] = {\n${body}  };\n  return files;\n}\n\n} // namespace alcove::formats\n")
