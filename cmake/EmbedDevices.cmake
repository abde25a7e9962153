# cmake -DOUT=file.cpp -DDEVICES=dir -P EmbedDevices.cmake: devices/*.json and devices/constants/*.json as string
# literals, so that the JSON files are the one place where a preset is written down.
function(embed_folder folder function out)
  file(GLOB files ${folder}/*.json)
  list(SORT files)
  set(body "")
  foreach(path ${files})
    get_filename_component(name ${path} NAME_WE)
    file(READ ${path} text)
    string(APPEND body "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  set(${out} "std::span<const EmbeddedFile> ${function}() {\n  static constexpr EmbeddedFile files[] = {\n${body}  };\n  return files;\n}\n" PARENT_SCOPE)
endfunction()

embed_folder(${DEVICES} embeddedDevices devices)
embed_folder(${DEVICES}/constants embeddedConstants constants)
file(WRITE ${OUT} "// Written by cmake/EmbedDevices.cmake from devices/.\n#include \"EmbeddedDevices.h\"\n\nnamespace alcove::device {\n\n${devices}\n${constants}\n} // namespace alcove::device\n")
