package import Playback
import Synchronization
package import TraceFormat

/// A PN532 on a serial port, with cards on it, that programs may open: on a pseudo-terminal, served
/// by a thread of its own.
package final class SimulatedReader: Sendable {
  /// What libnfc opens: `pn532_uart:/dev/pts/N`.
  package let connectionString: String
  /// The port alone, for programs with drivers of their own.
  package let port: String
  private let terminal: PseudoTerminal
  private let thread: WorkThread
  private let notes: Notes

  /// What the thread tells while it runs.
  private final class Notes: Sendable {
    let exchanges = Mutex<[ReaderExchange]>([])
    let isJoined = Atomic<Bool>(false)
  }

  /// Starts the reader. With `keepsLog` it remembers every exchange, which takes memory as it runs.
  package init(
    cards: [any Card], faults: [Fault] = [], keepsLog: Bool = false
  ) throws(SystemError) {
    let terminal = try PseudoTerminal()
    let notes = Notes()
    let chip = PN532(cards: cards)
    self.terminal = terminal
    self.notes = notes
    port = terminal.path
    connectionString = "pn532_uart:\(terminal.path)"
    thread = try WorkThread {
      var service = ReaderService(terminal, chip: chip, faults: faults) { exchange in
        if keepsLog { notes.exchanges.withLock { $0.append(exchange) } }
      }
      service.run()
    }
  }

  deinit { stop() }

  /// Every exchange so far, in order. A command that is being answered is in it as soon as its
  /// answer is on the way.
  package var log: [ReaderExchange] { notes.exchanges.withLock { $0 } }

  /// Takes the reader away and waits for its thread.
  package func stop() {
    guard !notes.isJoined.exchange(true, ordering: .relaxed) else { return }
    terminal.stop()
    thread.join()
  }
}
