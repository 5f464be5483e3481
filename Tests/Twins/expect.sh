#!/bin/sh
# Writes anew what is expected of the captures in Traces/: the traces and what analyze prints.
# Whoever runs this reads the difference line by line and says in NAME.md why it is right.
set -eu
cd "$(dirname "$0")/../../Traces"
nfctrace=../.build/debug/nfctrace
export LC_ALL=C.UTF-8
unset NFCTRACE_SHOW_SECRETS
for pcap in *.pcap; do
  name=${pcap%.pcap}
  "$nfctrace" convert --force "$pcap" "$name.trace" 2>/dev/null
  for width in 80 120; do
    "$nfctrace" analyze --width "$width" "$pcap" >"$name.$width.txt" 2>/dev/null
  done
done
