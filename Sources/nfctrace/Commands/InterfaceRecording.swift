import Capture
import Rendering
import TraceFormat

/// `nfctrace record --interface NAME`.
enum InterfaceRecording {
  /// Runs it, and gives the exit code.
  static func run(_ arguments: Arguments) throws -> Int32 {
    let name = arguments.value(.interface) ?? ""
    if arguments.has(.from) || !arguments.operands.isEmpty {
      throw Failure.usage("--interface is the capture; nothing else is recorded", command: "record")
    }
    if name == "list" { return try list() }
    if name == "-" || name.contains("/") || Descriptor.standing(name) == .device {
      try Command.record(name, arguments)
      return ExitCode.success
    }
    let snapLength = try arguments.number(.snaplen, in: 16...LivePcap.snapLength)
    let plan = try RecordingPlan(arguments)
    Interrupt.isNoted()
    let source = try LivePcap(
      interface: name, snapLength: snapLength ?? LivePcap.snapLength,
      isOver: { Interrupt.isPressed })
    let capture = WatchedReader(
      try InterfaceReader(source), named: name, secrets: SecretWatch(plan.telling.lexicon))
    StandardError.say("\(name): recording until Ctrl-C")
    try plan.record(capture, named: name, isLive: true)
    capture.sayDamage()
    if capture.frames == 0 { throw Failure("\(name): no packet came, so nothing was recorded") }
    return ExitCode.success
  }

  private static func list() throws -> Int32 {
    guard let all = CaptureInterface.all else {
      throw Failure("libpcap.so.0.8 is not installed (Debian: apt install libpcap0.8)")
    }
    let width = all.map(\.name.count).max() ?? 0
    let lines = all.map { one in
      let padding = String(
        repeating: " ", count: one.words.isEmpty ? 0 : width + 2 - one.name.count)
      return one.name + padding + one.words + "\n"
    }
    try Output.print(lines.joined())
    return ExitCode.success
  }
}
