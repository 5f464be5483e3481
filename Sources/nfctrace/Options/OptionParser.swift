@unsafe @preconcurrency import COptions
import Glibc

/// Takes a command line apart with glibc's `getopt_long`: options anywhere, `--` ends them, `-` is
/// an operand, long names may be shortened. The one file that touches its C interface.
enum OptionParser {
  /// Reads the words behind the command's name.
  static func parse(_ words: [String], for command: Command) throws(Failure) -> Arguments {
    let table = command.allOptions
    let names = unsafe table.map { unsafe strdup($0.name.rawValue) }
    var argv = unsafe ([command.name] + words).map { unsafe strdup($0) }
    unsafe argv.append(nil)
    defer {
      unsafe names.forEach { unsafe free($0) }
      unsafe argv.forEach { unsafe free($0) }
    }
    var longOptions = unsafe table.indices.map { index in
      unsafe option(
        name: names[index], has_arg: table[index].argument == .none ? 0 : 1, flag: nil,
        val: CInt(firstLong + index))
    }
    unsafe longOptions.append(option())

    // A leading colon tells a missing argument from an unknown option.
    let shortOptions =
      ":"
      + table.map { row in row.short.map { "\($0)\(row.argument == .none ? "" : ":")" } ?? "" }
      .joined()

    var arguments = Arguments(command: command.name)
    optind = 0
    opterr = 0
    while true {
      let count = unsafe CInt(argv.count - 1)
      let found = unsafe getopt_long(count, &argv, shortOptions, longOptions, nil)
      if found == -1 { break }
      if found == CInt(UInt8(ascii: "?")) || found == CInt(UInt8(ascii: ":")) {
        let word = unsafe argv[Int(optind) - 1].map { unsafe String(cString: $0) } ?? ""
        throw failure(
          found, value: Int(optopt), word: word, table: table, command: command.name)
      }
      guard let row = row(found, in: table) else { continue }
      let value = unsafe optarg.map { unsafe String(cString: $0) } ?? ""
      if let unknown = row.argument.unknownWord(in: value) {
        throw .usage(
          "\(row.long): \"\(unknown)\" is none of \(row.argument.words.joined(separator: ", "))",
          command: command.name)
      }
      arguments.add(row.name, value)
    }
    let rest = unsafe Int(optind)..<(argv.count - 1)
    arguments.operands = unsafe argv[rest].map {
      unsafe $0.map { unsafe String(cString: $0) } ?? ""
    }
    arguments.endsInDashes =
      rest.isEmpty && words.last == "--" && arguments.options.last?.value != "--"
    return arguments
  }

  /// The value that `getopt_long` gives for the first long option; short ones give their character.
  private static let firstLong = 256

  /// The row of the table that `getopt_long` found.
  private static func row(_ found: CInt, in table: [Option]) -> Option? {
    let index = Int(found) - firstLong
    if table.indices.contains(index) { return table[index] }
    return table.first { $0.short?.asciiValue.map { CInt($0) } == found }
  }

  /// What was wrong with an option that `getopt_long` refused.
  private static func failure(
    _ kind: CInt, value: Int, word: String, table: [Option], command: String
  ) -> Failure {
    if let row = row(CInt(value), in: table) {
      let isMissing = kind == CInt(UInt8(ascii: ":"))
      let what =
        isMissing ? "needs an argument: \(row.argument.label ?? "")" : "takes no argument"
      return .usage("\(row.long) \(what)", command: command)
    }
    if value > 0 && value < firstLong {
      let character = Character(Unicode.Scalar(UInt8(truncatingIfNeeded: value)))
      return .usage("unknown option -\(character)", command: command)
    }
    let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
    let longs = table.map(\.long)
    let possible = longs.filter { $0.hasPrefix(name) }
    if possible.count > 1 {
      let list = possible.joined(separator: ", ")
      return .usage("\(name) could be any of \(list)", command: command)
    }
    let guess = Spelling.nearest(to: name, among: longs).map { "; did you mean \($0)?" } ?? ""
    return .usage("unknown option \(name)\(guess)", command: command)
  }
}
