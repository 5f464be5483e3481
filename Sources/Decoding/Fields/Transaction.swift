import Bytes

/// What a terminal tells a payment card with GET PROCESSING OPTIONS, as far as a story says it.
///
/// Ranges are counted from the command's first byte.
package struct Transaction: Equatable, Sendable {
  /// Tag 9F02, twelve digits in the currency's smallest unit.
  package var amount: Range<Int>?
  /// Tag 5F2A, an ISO 4217 number in BCD.
  package var currency: Range<Int>?
  /// Tag 9C.
  package var type: Range<Int>?
  /// Tag 9A, YYMMDD in BCD.
  package var date: Range<Int>?
  /// Tag 9F1A, an ISO 3166-1 number in BCD.
  package var country: Range<Int>?
  /// Tag 9F37.
  package var unpredictableNumber: Range<Int>?
  /// Tag 9F66, what the terminal is able to do.
  package var qualifiers: Range<Int>?

  package init() {}

  /// Whether nothing of it was sent.
  package var isEmpty: Bool { self == Transaction() }

  /// Reads the data of GET PROCESSING OPTIONS by the list that the card sent; nil where it is another
  /// command, where no list is known, or where list and data have not the same length.
  package init?(
    _ exchange: Exchange, visit: Int, command: Span<UInt8>, lists: DOLMemory
  ) {
    guard exchange.form == .iso7816, Self.mayBe(in: command),
      let values = Self.values(in: command),
      let found = lists.withList(
        0x9F38, visit: visit, channel: exchange.channel,
        { Self.read(list: $0, $1, values: values) }),
      let found, !found.isEmpty
    else { return nil }
    self = found
  }

  /// Whether a command is GET PROCESSING OPTIONS with data. Nearly no command is.
  @inlinable package static func mayBe(in command: Span<UInt8>) -> Bool {
    command.count > 7 && command[0] & 0x80 != 0 && command[1] == 0xA8
  }

  /// The value of the command template, 83.
  private static func values(in command: Span<UInt8>) -> Range<Int>? {
    // A short Lc, 83, and a length of one or two bytes.
    let start = 5
    guard command[start] == 0x83 else { return nil }
    let isLong = command[start + 1] == 0x81
    let length = Int(command[start + (isLong ? 2 : 1)])
    let from = start + (isLong ? 3 : 2)
    guard isLong || length < 0x80, from + length <= command.count else { return nil }
    return from..<from + length
  }

  private static func read(
    list: Span<UInt8>, _ range: Range<Int>, values: Range<Int>
  ) -> Transaction? {
    guard DOLWalker.size(of: range, in: list).bytes == values.count else { return nil }
    var walker = DOLValueWalker(list: range, values: values)
    var found = Transaction()
    while let next = walker.next(list: list) {
      switch (next.entry.tag, next.entry.length) {
      case (0x9F02, 6): found.amount = next.value
      case (0x5F2A, 2): found.currency = next.value
      case (0x9C, 1): found.type = next.value
      case (0x9A, 3): found.date = next.value
      case (0x9F1A, 2): found.country = next.value
      case (0x9F37, 4): found.unpredictableNumber = next.value
      case (0x9F66, 4): found.qualifiers = next.value
      default: break
      }
    }
    return found
  }
}
