/// How much a message matters.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number that the system knows it by.
  public let rawValue: UInt8
  /// Takes the number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Takes the number.
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  /// As it comes.
  public static let `default` = OSLogType(rawValue: 0)
  /// Worth knowing.
  public static let info = OSLogType(rawValue: 1)
  /// For whoever looks for a mistake.
  public static let debug = OSLogType(rawValue: 2)
  /// Something went wrong.
  public static let error = OSLogType(rawValue: 16)
  /// Something went wrong that must not.
  public static let fault = OSLogType(rawValue: 17)

  /// The word that stands in a line.
  var word: String {
    switch rawValue {
    case 1: "info"
    case 2: "debug"
    case 16: "error"
    case 17: "fault"
    default: "notice"
    }
  }
}

/// Writes an app's messages to standard error, a line each.
public struct Logger: Sendable {
  private let name: String

  /// A logger of a subsystem and a category.
  public init(subsystem: String, category: String) { name = "\(subsystem):\(category)" }

  /// A logger without a name.
  public init() { name = "" }

  /// A logger with the name of an old log.
  public init(_ logObj: OSLog) { name = logObj.name }

  /// Writes a message.
  public func log(_ message: OSLogMessage) { write(.default, message) }
  /// Writes a message of some level.
  public func log(level: OSLogType, _ message: OSLogMessage) { write(level, message) }
  /// Writes a message.
  public func notice(_ message: OSLogMessage) { write(.default, message) }
  /// Writes what is worth knowing.
  public func info(_ message: OSLogMessage) { write(.info, message) }
  /// Writes for whoever looks for a mistake.
  public func debug(_ message: OSLogMessage) { write(.debug, message) }
  /// Writes for whoever looks for a mistake.
  public func trace(_ message: OSLogMessage) { write(.debug, message) }
  /// Writes that something may go wrong.
  public func warning(_ message: OSLogMessage) { write(.error, message) }
  /// Writes that something went wrong.
  public func error(_ message: OSLogMessage) { write(.error, message) }
  /// Writes that something went wrong that must not.
  public func critical(_ message: OSLogMessage) { write(.fault, message) }
  /// Writes that something went wrong that must not.
  public func fault(_ message: OSLogMessage) { write(.fault, message) }

  private func write(_ level: OSLogType, _ message: OSLogMessage) {
    LogLine.write(name, level, message.text)
  }
}
