/// What a command line says, once it is taken apart.
struct Arguments: Equatable {
  /// The command it was given to.
  let command: String
  /// Options in the order in which they were given, with their arguments (empty for flags).
  private(set) var options: [Given] = []
  /// Everything that is no option.
  var operands: [String] = []
  /// Whether it ends in `--`, behind which something was meant to stand.
  var endsInDashes = false

  /// One option as it was given.
  struct Given: Equatable {
    let name: OptionName
    let value: String
  }

  init(command: String) { self.command = command }

  /// Notes that an option was given.
  mutating func add(_ name: OptionName, _ value: String) {
    options.append(Given(name: name, value: value))
  }

  /// Whether the option was given at all.
  func has(_ name: OptionName) -> Bool { options.contains { $0.name == name } }

  /// The option's argument; the last one where it was given several times.
  func value(_ name: OptionName) -> String? { options.last { $0.name == name }?.value }

  /// The arguments of every time the option was given.
  func values(_ name: OptionName) -> [String] {
    options.filter { $0.name == name }.map(\.value)
  }

  /// The words of every time the option was given, taken apart at the commas.
  func list(_ name: OptionName) -> [String] {
    values(name).flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// The option's argument as a number.
  func number(_ name: OptionName, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw wrong(name, text, "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The option's argument as a range of numbers: `5`, `5-9`, `5-` or `-9`.
  func range(_ name: OptionName) throws(Failure) -> ClosedRange<Int>? {
    guard let text = value(name) else { return nil }
    let wanted = "N, N-M, N- or -M, counted from 1"
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = ends.map { Self.decimal($0).flatMap { Int(exactly: $0) } }
    guard ends.count <= 2, zip(ends, numbers).allSatisfy({ $0.isEmpty == ($1 == nil) }),
      let first = numbers.first, let last = numbers.last, first != nil || last != nil
    else { throw wrong(name, text, wanted) }
    let range = (first ?? 1, last ?? Int.max)
    guard range.0 >= 1, range.0 <= range.1 else { throw wrong(name, text, wanted) }
    return range.0...range.1
  }

  /// The option's argument as a range of seconds, in nanoseconds: `1.5`, `1.5-2`, `1.5-` or `-2`.
  func seconds(_ name: OptionName) throws(Failure) -> ClosedRange<Int64>? {
    guard let text = value(name) else { return nil }
    let wanted = "seconds as A-B, A- or -B, with at most 9 decimals"
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.contains(where: { !$0.isEmpty }),
      let first = ends[0].isEmpty ? 0 : Self.nanoseconds(ends[0]),
      let last = ends[1].isEmpty ? Int64.max : Self.nanoseconds(ends[1]), first <= last
    else { throw wrong(name, text, wanted) }
    return first...last
  }

  /// The failure that says what an option's argument should have been.
  func wrong(_ name: OptionName, _ text: String, _ wanted: String) -> Failure {
    .usage("--\(name.rawValue) \"\(text)\" is not \(wanted)", command: command)
  }

  private static func nanoseconds(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = decimal(parts[0]) else { return nil }
    let decimals = parts.count == 2 ? parts[1] : ""
    guard decimals.utf8.count <= 9 else { return nil }
    let padded = decimals + String(repeating: "0", count: 9 - decimals.utf8.count)
    guard let fraction = decimal(padded) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, tooMuch) = product.addingReportingOverflow(fraction)
    return overflow || tooMuch ? nil : sum
  }

  /// A number of nothing but digits.
  private static func decimal(_ text: Substring) -> Int64? {
    let isDigits = text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return isDigits ? Int64(text) : nil
  }
}
