import Playback
import ReaderPorts
import TraceFormat

/// A card in a virtual reader of PC/SC.
enum SmartCardStage {
  /// Puts the card in, and runs a program or stays until Ctrl-C; the exit code.
  static func play(_ cards: [any Card], _ program: [String], log: String?) throws -> Int32 {
    guard cards.count == 1, let card = cards.first else {
      throw Failure.usage("--pcsc takes one card", command: "play")
    }
    let port: UInt16
    do throws(SystemError) {
      port = try LoopbackPort.free()
    } catch {
      throw error.error("a port for the virtual reader")
    }
    let daemon = try SmartCardDaemon(port: port)
    let virtual = try inserted(card, port, daemon, keepsLog: log != nil)
    var code = ExitCode.success
    if program.isEmpty {
      try Interrupt.wait { try Output.print("\(SmartCardDaemon.readerName)\n") }
    } else {
      code = try Command.run(program, [:])
    }
    virtual.stop()
    if let log { try ExchangeLog.write(virtual.log, to: log) }
    return withExtendedLifetime(daemon) { code }
  }

  /// The driver opens its port some time after its daemon starts, and notices the card later.
  private static func inserted(
    _ card: any Card, _ port: UInt16, _ daemon: SmartCardDaemon, keepsLog: Bool
  ) throws -> VirtualCard {
    var virtual: VirtualCard?
    let isIn = daemon.waits {
      virtual = virtual ?? (try? VirtualCard(card, port: port, keepsLog: keepsLog))
      return virtual?.isNoticed == true
    }
    guard isIn, let virtual else {
      let reason =
        daemon.isAlive
        ? "the virtual reader does not take the card"
        : "pcscd does not start; it is needed (apt-get install pcscd), and so is the right to write "
          + "to /run/pcscd"
      throw Failure("--pcsc: \(reason)")
    }
    return virtual
  }
}
