package import Bytes
import GrammarLanguage

/// A transaction in words, for the lines below its row.
extension Dissector {
  /// Writes `GBP 1.00, purchase, 2021-10-14, country 826 (United Kingdom), unpredictable number …`;
  /// the short form ends with the country's number. Whether there was anything to say.
  package mutating func append(
    _ transaction: Transaction, of exchange: Exchange, command: Span<UInt8>, isShort: Bool,
    to words: inout ByteBuffer
  ) -> Bool {
    guard let perspective = perspective(of: exchange.application) else { return false }
    let start = words.count
    if let amount = transaction.amount {
      append(amount, in: transaction.currency, command, perspective, to: &words)
    }
    if let type = transaction.type {
      comma(start, &words)
      let isKnown = append(meaningOf: 0x9C, at: type, command, perspective, isShort, to: &words)
      if !isKnown {
        words.append("type ")
        words.append(hex: command.extracting(type))
      }
    }
    if let date = transaction.date {
      comma(start, &words)
      append(date: date, command, to: &words)
    }
    if let country = transaction.country {
      comma(start, &words)
      words.append("country ")
      append(number: country, command, to: &words)
      if !isShort {
        let mark = words.count
        words.append(" (")
        if append(meaningOf: 0x9F1A, at: country, command, perspective, isShort, to: &words) {
          words.append(")")
        } else {
          words.truncate(to: mark)
        }
      }
    }
    if let number = transaction.unpredictableNumber, !isShort {
      comma(start, &words)
      words.append("unpredictable number ")
      words.append(hex: command.extracting(number))
    }
    return words.count > start
  }

  /// Writes `TTQ 32804000: EMV mode, EMV contact, …`, the short form with `;` between bytes. Whether
  /// there was anything to say.
  package mutating func append(
    qualifiersOf transaction: Transaction, of exchange: Exchange, command: Span<UInt8>,
    isShort: Bool, to words: inout ByteBuffer
  ) -> Bool {
    guard let place = transaction.qualifiers,
      let perspective = perspective(of: exchange.application)
    else { return false }
    words.append("TTQ ")
    words.append(hex: command.extracting(place))
    let mark = words.count
    words.append(": ")
    var node = FieldNode(
      label: perspective.label(ofTag: 0x9F66), kind: .element, depth: 1, place: Extent(place))
    node.number = 0x9F66
    let isKnown = lexicon.append(
      meaningOf: node, in: command, betweenBytes: isShort ? "; " : ", ", isShort: isShort,
      to: &words)
    if !isKnown { words.truncate(to: mark) }
    return true
  }

  private func comma(_ start: Int, _ words: inout ByteBuffer) {
    if words.count > start { words.append(", ") }
  }

  /// Writes what a value means, if its tag's values are named.
  private func append(
    meaningOf tag: UInt32, at place: Range<Int>, _ command: Span<UInt8>,
    _ perspective: Perspective, _ isShort: Bool, to words: inout ByteBuffer
  ) -> Bool {
    let label = perspective.label(ofTag: tag)
    guard lexicon.label(label)?.label.values != nil else { return false }
    var node = FieldNode(label: label, kind: .element, depth: 1, place: Extent(place))
    node.number = UInt64(tag)
    let mark = words.count
    guard lexicon.append(meaningOf: node, in: command, isShort: isShort, to: &words) else {
      return false
    }
    // A number without a name comes back as its digits.
    let number = self.number(place, command)
    if words.count - mark <= 4, isDigits(words.span, from: mark), number != nil {
      words.truncate(to: mark)
      return false
    }
    return true
  }

  private func isDigits(_ text: Span<UInt8>, from start: Int) -> Bool {
    for index in start..<text.count
    where text[index] < UInt8(ascii: "0") || text[index] > UInt8(ascii: "9") {
      return false
    }
    return true
  }

  /// `GBP 1.00`; an amount whose currency is not known has no point.
  private func append(
    _ amount: Range<Int>, in currency: Range<Int>?, _ command: Span<UInt8>,
    _ perspective: Perspective, to words: inout ByteBuffer
  ) {
    guard let value = number(amount, command) else {
      words.append("amount ")
      words.append(hex: command.extracting(amount))
      return
    }
    var places: Int?
    if let currency {
      let isNamed = append(
        meaningOf: 0x5F2A, at: currency, command, perspective, false, to: &words)
      if isNamed {
        places = digits(behindThePointOf: currency, command)
      } else {
        words.append("currency ")
        append(number: currency, command, to: &words)
      }
    } else {
      words.append("amount")
    }
    words.append(" ")
    guard let places, places > 0 else {
      words.append(decimal: UInt(value))
      return
    }
    var scale: UInt64 = 1
    for _ in 0..<places { scale *= 10 }
    words.append(decimal: UInt(value / scale))
    words.append(".")
    words.append(decimal: UInt(value % scale), digits: places)
  }

  /// How many of an amount's digits stand behind the point: ISO 4217 has two for nearly all.
  private func digits(behindThePointOf currency: Range<Int>, _ command: Span<UInt8>) -> Int {
    guard let apdus, let currencyDigits else { return 2 }
    let code = UInt64(command[currency.lowerBound]) << 8 | UInt64(command[currency.lowerBound + 1])
    var meanings = apdus.meanings(of: code, in: currencyDigits)
    guard let meaning = meanings.next() else { return 2 }
    var text = ByteBuffer(capacity: 4)
    apdus.append(meaning, to: &text)
    guard text.count == 1 else { return 2 }
    return Int(Hex.value(text.span[0]) ?? 2)
  }

  /// `2021-10-14`, or the bytes where they are no date.
  private func append(date: Range<Int>, _ command: Span<UInt8>, to words: inout ByteBuffer) {
    guard number(date, command) != nil else {
      words.append("date ")
      words.append(hex: command.extracting(date))
      return
    }
    words.append("20")
    for index in date {
      if index > date.lowerBound { words.append("-") }
      words.append(hex: command[index])
    }
  }

  /// A number in BCD without the zeros in front.
  private func append(number: Range<Int>, _ command: Span<UInt8>, to words: inout ByteBuffer) {
    if let value = self.number(number, command) {
      words.append(decimal: UInt(value))
    } else {
      words.append(hex: command.extracting(number))
    }
  }

  /// The value of at most eight bytes of BCD; nil where a nibble is no digit.
  private func number(_ range: Range<Int>, _ command: Span<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for index in range.prefix(8) {
      let (high, low) = (command[index] >> 4, command[index] & 15)
      guard high < 10, low < 10 else { return nil }
      value = value * 100 + UInt64(high) * 10 + UInt64(low)
    }
    return value
  }
}
