# cmake -DOUT=file.cpp -DPAGES=docs/man -P EmbedPages.cmake: every page of the manual as a string literal, so that --help
# and the man pages have one source.
file(GLOB files ${PAGES}/*.md)
list(SORT files)
set(body "")
foreach(path ${files})
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} text)
  string(APPEND body "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE ${OUT} "// Written by cmake/EmbedPages.cmake from docs/man/.\n#include \"Pages.h\"\n\nstd::span<const alcove::Page> alcove::manualPages() {\n  static constexpr Page pages[] = {\n${body}  };\n  return pages;\n}\n")
