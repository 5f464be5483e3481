import Glibc

// HotCalls PCAP TRACE: what each call costs that every frame makes across a module's border.
do {
  let arguments = CommandLine.arguments
  guard arguments.count == 3 else {
    print("usage: HotCalls PCAP TRACE")
    exit(2)
  }
  var table = CallTable()
  let batches = try Stages.batches(of: arguments[1])
  SmallCalls.time(batches, into: &table)
  let stages = try Stages(batches)
  try stages.timeReading(pcap: arguments[1], trace: arguments[2], into: &table)
  stages.timeStages(into: &table)
  stages.timeDissection(into: &table)
  table.write()
} catch {
  print("HotCalls: \(error)")
  exit(1)
}
