#!/bin/sh
# Builds the program that is recorded and the libraries that it calls: build.sh FOLDER
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")"
for name in libnfc.so.6 libpcsclite.so.1; do
  cc -O1 -Wall -Wextra -Werror -shared -fPIC "-Wl,-soname,$name" -o "$folder/$name" \
    "${name%.so.*}.c"
done
cc -O1 -Wall -Wextra -Werror -Wno-misleading-indentation -o "$folder/program" program.c \
  "$folder/libnfc.so.6" "$folder/libpcsclite.so.1" "-Wl,-rpath,$folder" -lpthread
# A program without a linker, where there is a static C library.
printf 'int main(void) { return 3; }' | cc -O1 -static -o "$folder/static" -x c - 2>/dev/null || true
