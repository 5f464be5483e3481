import Foundation

/// A log by its old name.
public final class OSLog: Sendable {
  let name: String

  /// A log of a subsystem and a category.
  public init(subsystem: String, category: String) { name = "\(subsystem):\(category)" }

  /// A log of a subsystem and one of the system's own categories.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }

  private init() { name = "" }

  /// The log that has no name.
  public static let `default` = OSLog()
  /// The log that nobody keeps.
  public static let disabled = OSLog()

  /// Whether messages of a type are kept.
  public func isEnabled(type: OSLogType) -> Bool { self !== OSLog.disabled }

  /// The system's own categories.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String
    /// Takes the name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// What is of interest to whoever measures.
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
  }
}

/// Writes a message with what is put into it by `%@`, `%d` and their like; `%{public}@` is `%@`.
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default,
  _ arguments: any CVarArg...
) {
  LogLine.write(log, type, LogFormat("\(message)").text(with: arguments))
}

/// Writes a message with what is put into it by `%@`, `%d` and their like.
public func os_log(
  _ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: any CVarArg...
) {
  LogLine.write(log, type, LogFormat("\(message)").text(with: arguments))
}

/// Writes a message into which values are interpolated.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { LogLine.write(.default, .default, message.text) }

/// Writes a message into which values are interpolated.
@_disfavoredOverload
public func os_log(_ logLevel: OSLogType, _ message: OSLogMessage) {
  LogLine.write(.default, logLevel, message.text)
}

/// Writes a message into which values are interpolated.
@_disfavoredOverload
public func os_log(_ logLevel: OSLogType = .default, log: OSLog, _ message: OSLogMessage) {
  LogLine.write(log, logLevel, message.text)
}

/// A line of the log.
enum LogLine {
  static func write(_ log: OSLog, _ type: OSLogType, _ message: String) {
    if log.isEnabled(type: type) { write(log.name, type, message) }
  }

  static func write(_ name: String, _ type: OSLogType, _ message: String) {
    let line = "[\(type.word)] \(name.isEmpty ? "" : name + ": ")\(message)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
