// Keeps what a program has in memory when it first writes to its output: the flatbuffer that real-fb made and only counts.
//
//   cc -shared -fPIC keep_flatbuffer.c -o keep.so
//   KEEP_FLATBUFFER=out.ttnn LD_PRELOAD=./keep.so real-fb planned.mlir
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
static int done = 0;
static void search(void) {
  const char *path = getenv("KEEP_FLATBUFFER");
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  size_t best = 0; const char *where = 0;
  while (fgets(line, sizeof line, maps)) {
    unsigned long low, high; char rights[8];
    if (sscanf(line, "%lx-%lx %7s", &low, &high, rights) != 3 || rights[0] != 'r' || rights[1] != 'w') continue;
    for (const char *p = (const char *)low; (p = memmem(p, high - (unsigned long)p, "TTNN", 4)); ++p) {
      const char *start = p - 8;
      if ((unsigned long)start < low) continue;
      uint32_t size, root;
      memcpy(&size, start, 4); memcpy(&root, start + 4, 4);
      if (size > best && size + 4 <= high - (unsigned long)start && root < size && root > 8 && root % 4 == 0) { best = size; where = start; }
    }
  }
  fclose(maps);
  if (where) { FILE *out = fopen(path, "wb"); fwrite(where, 1, best + 4, out); fclose(out); }
}
ssize_t write(int fd, const void *data, size_t count) {
  static ssize_t (*inner)(int, const void *, size_t);
  if (!inner) inner = dlsym(RTLD_NEXT, "write");
  if (fd == 1 && !done) { done = 1; search(); }
  return inner(fd, data, count);
}
