import Foundation
import Glibc

/// The program while it runs, fed and read piece by piece.
final class Conversation {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let error = Pipe()
  /// Everything that was printed so far.
  private(set) var text = ""

  /// Starts `nfctrace` with these words.
  init(_ words: [String], environment: [String: String] = [:], in scratch: Scratch) throws {
    // Whoever is killed reads no more of what it is sent.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    process.executableURL = Child.binary
    process.arguments = words
    process.currentDirectoryURL = scratch.folder
    process.environment = Child.environment(adding: environment, home: scratch)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Sends bytes to its standard input.
  func send(_ data: Data) throws { try input.fileHandleForWriting.write(contentsOf: data) }

  /// Whether it has taken everything that was sent.
  var hasReadAll: Bool {
    var waiting: CInt = 0
    let descriptor = input.fileHandleForWriting.fileDescriptor
    return unsafe ioctl(descriptor, UInt(FIONREAD), &waiting) == 0 && waiting == 0
  }

  /// Ends its standard input.
  func endInput() throws { try input.fileHandleForWriting.close() }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits until a text was printed; false if that does not happen within ten seconds.
  func hears(_ expected: String) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 10)
    while !text.contains(expected) {
      guard Date() < deadline, take(milliseconds: 100) else { return false }
    }
    return true
  }

  /// Waits until it ended, and gives the exit code and what it wrote to standard error. What has
  /// not ended after twenty seconds is killed.
  func end() -> (code: Int32, error: String) {
    let deadline = Date(timeIntervalSinceNow: 20)
    while take(milliseconds: 100), Date() < deadline {}
    if Date() >= deadline { signal(SIGKILL) }
    let said = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  /// Takes what is there; false once it closed its standard output.
  private func take(milliseconds: Int32) -> Bool {
    let handle = output.fileHandleForReading
    var waiting = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return process.isRunning }
    let data = handle.availableData
    text += String(decoding: data, as: UTF8.self)
    return !data.isEmpty
  }
}

/// A pcap taken apart, to be sent record by record.
struct PcapRecords {
  let header: Data
  let records: [Data]

  /// Takes a little-endian pcap apart.
  init(_ pcap: Data) {
    header = pcap.prefix(24)
    var records: [Data] = []
    var at = 24
    while at + 16 <= pcap.count {
      let length = (0..<4).reduce(0) { $0 | Int(pcap[at + 8 + $1]) << (8 * $1) }
      records.append(pcap[at..<min(pcap.count, at + 16 + length)])
      at += 16 + length
    }
    self.records = records
  }
}
