package import Playback
import Synchronization
package import TraceFormat

/// A card in a virtual PC/SC reader: vpcd asks, the card answers, on a thread of its own.
package final class VirtualCard: Sendable {
  private let connection: CardConnection
  private let thread: WorkThread
  private let notes: Notes

  private final class Notes: Sendable {
    let isNoticed = Atomic<Bool>(false)
    let isJoined = Atomic<Bool>(false)
    let exchanges = Mutex<[(command: [UInt8], answer: [UInt8])]>([])
  }

  /// Puts a card into the reader whose driver waits at a port.
  package init(_ card: any Card, port: UInt16, keepsLog: Bool = false) throws(SystemError) {
    let connection = try CardConnection(port: port)
    let notes = Notes()
    self.connection = connection
    self.notes = notes
    let reader = ContactlessReader(card)
    thread = try WorkThread {
      var reader = reader
      while let message = connection.receive() {
        if message.count == 1, message[0] == Control.powerOn {
          notes.isNoticed.store(true, ordering: .relaxed)
        }
        if message.count == 1, Control.isKnown(message[0]),
          !Control.isUnanswered(message[0]) || !connection.isSilent(milliseconds: Self.patience)
        {
          Self.control(message[0], &reader, connection)
          continue
        }
        // One byte is no command: wrong length.
        let answer = message.count == 1 ? [0x67, 0x00] : reader.answer(message)
        if keepsLog { notes.exchanges.withLock { $0.append((message, answer)) } }
        connection.send(answer)
      }
    }
  }

  deinit { stop() }

  /// Whether the reader has powered the card: from then on programs find it.
  package var isNoticed: Bool { notes.isNoticed.load(ordering: .relaxed) }

  /// Every APDU so far, and its answer.
  package var log: [(command: [UInt8], answer: [UInt8])] { notes.exchanges.withLock { $0 } }

  /// Takes the card out, and waits for its thread.
  package func stop() {
    guard !notes.isJoined.exchange(true, ordering: .relaxed) else { return }
    connection.stop()
    thread.join()
  }

  /// Messages of one byte, which are no APDU.
  private enum Control {
    static let powerOff: UInt8 = 0x00
    static let powerOn: UInt8 = 0x01
    static let reset: UInt8 = 0x02
    static let answerToReset: UInt8 = 0x04

    static func isKnown(_ code: UInt8) -> Bool { code <= reset || code == answerToReset }
    /// What the driver waits for no answer to.
    static func isUnanswered(_ code: UInt8) -> Bool { code <= reset }
  }

  /// pcscd has its driver look for the card several times a second, but not while it waits for an
  /// answer. So a byte that could be a control code was an APDU if nothing follows it for this long,
  /// in milliseconds.
  private static let patience: Int32 = 2500

  private static func control(
    _ code: UInt8, _ reader: inout ContactlessReader, _ connection: CardConnection
  ) {
    switch code {
    case Control.powerOff: reader.powerOff()
    case Control.powerOn: reader.powerOn()
    case Control.reset:
      reader.powerOff()
      reader.powerOn()
    case Control.answerToReset: connection.send(reader.answerToReset())
    default: break
    }
  }
}
