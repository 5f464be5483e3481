import Foundation

/// A log by its old name.
public final class OSLog: Sendable {
  let name: String

  /// A log of a subsystem and a category.
  public init(subsystem: String, category: String) { name = "\(subsystem):\(category)" }

  private init() { name = "" }

  /// The log that has no name.
  public static let `default` = OSLog()
  /// The log that nobody keeps.
  public static let disabled = OSLog()
}

/// Writes a message with what is put into it by `%@`, `%d` and their like; `%{public}@` is `%@`.
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default,
  _ arguments: any CVarArg...
) {
  if log === OSLog.disabled { return }
  let format = LogLine.plain("\(message)")
  LogLine.write(log.name, type, String(format: format, arguments: arguments))
}

/// Writes a message with what is put into it by `%@`, `%d` and their like.
public func os_log(
  _ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: any CVarArg...
) {
  if log === OSLog.disabled { return }
  let format = LogLine.plain("\(message)")
  LogLine.write(log.name, type, String(format: format, arguments: arguments))
}

/// A line of the log.
enum LogLine {
  static func write(_ name: String, _ type: OSLogType, _ message: String) {
    let line = "[\(type.word)] \(name.isEmpty ? "" : name + ": ")\(message)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  /// The format without who may see what: `%{public}@` becomes `%@`.
  static func plain(_ format: String) -> String {
    var plain = ""
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      plain += rest[...percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "{", let end = rest.firstIndex(of: "}") {
        rest = rest[rest.index(after: end)...]
      } else if rest.first == "%" {
        plain += "%"
        rest = rest.dropFirst()
      }
    }
    return plain + rest
  }
}
