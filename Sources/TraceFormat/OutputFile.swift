import Glibc

/// A file on its way to the disk, or a stream: where everything that is written goes through.
///
/// A file that is made *beside* its target takes the target's name when it is finished; let go
/// before that, nothing of it is left. A file made *under* its own name is there from the first
/// byte and stays, whatever happens.
package struct OutputFile: ~Copyable {
  /// The name it has or will have; `standard output` for `-`.
  package let name: String
  /// How many bytes were written.
  package private(set) var count: Int64 = 0

  private var descriptor: Descriptor
  /// Where the file lies until it takes its name.
  private var temporary: String?
  private let replaces: Bool
  /// Whether it was made here, so that its bytes are all ours and can be read back; standard output
  /// may lead into a file too, but only to be written.
  private let isOurs: Bool
  /// A nameless file that holds room on the disk for the last words.
  private var reserve: Descriptor?

  private init(_ descriptor: consuming Descriptor, name: String, isOurs: Bool) {
    self.name = name
    self.isOurs = isOurs
    reserve = nil
    self.descriptor = descriptor
    temporary = nil
    replaces = false
  }

  private init(_ descriptor: consuming Descriptor, name: String, at temporary: String, force: Bool)
  {
    self.name = name
    isOurs = true
    reserve = nil
    self.descriptor = descriptor
    self.temporary = temporary
    replaces = force
  }

  deinit { if let temporary { Descriptor.remove(temporary) } }
}

extension OutputFile {
  /// Standard output.
  package static var standardOutput: OutputFile {
    OutputFile(.standardOutput, name: "standard output", isOurs: false)
  }

  /// Makes a file that takes its name when it is finished. `-` is standard output, and a device or
  /// named pipe is written into. A file of that name is refused unless `force`.
  package static func beside(_ path: String, force: Bool) throws(TraceError) -> OutputFile {
    if let special = try special(path, force: force) { return special }
    // Through a symbolic link, the file it leads to is replaced, not the link.
    let target = force ? Descriptor.resolved(path) : path
    do throws(SystemError) {
      var attempt = 0
      while true {
        let temporary = "\(target).\(getpid())-\(attempt).tmp"
        do throws(SystemError) {
          let descriptor = try Descriptor.creating(temporary)
          return OutputFile(descriptor, name: target, at: temporary, force: force)
        } catch {
          attempt += 1
          if error.code != EEXIST || attempt == 100 { throw error }
        }
      }
    } catch {
      throw error.error(path)
    }
  }

  /// Makes a file under its own name, which stays whatever happens. `-` is standard output, and a
  /// device or named pipe is written into. A file of that name is refused unless `force`.
  package static func under(_ path: String, force: Bool) throws(TraceError) -> OutputFile {
    if let special = try special(path, force: force) { return special }
    let target = force ? Descriptor.resolved(path) : path
    // Whoever still reads the old file keeps it; it is not emptied under them.
    if force { Descriptor.remove(target) }
    do throws(SystemError) {
      return OutputFile(try Descriptor.creating(target), name: target, isOurs: true)
    } catch {
      throw error.error(path)
    }
  }

  private static func special(_ path: String, force: Bool) throws(TraceError) -> OutputFile? {
    if path == "-" { return .standardOutput }
    switch Descriptor.standing(path) {
    case .nothing: return nil
    case .file:
      if force { return nil }
      throw TraceError("\(path): exists already; --force replaces it")
    case .folder: throw SystemError(code: EISDIR).error(path)
    case .device:
      do throws(SystemError) {
        return OutputFile(try Descriptor.writing(path), name: path, isOurs: false)
      } catch {
        throw error.error(path)
      }
    }
  }
}

extension OutputFile {
  /// Writes all the bytes. After an error it is not known how many of them are there.
  package mutating func write(_ bytes: Span<UInt8>) throws(TraceError) {
    do throws(SystemError) {
      try descriptor.write(bytes)
    } catch {
      throw error.error(name)
    }
    count += Int64(bytes.count)
  }

  /// Reads back what was written, from its first byte.
  package func reopened() throws(TraceError) -> InputFile {
    do throws(SystemError) {
      return InputFile(try descriptor.duplicate(), from: 0)
    } catch {
      throw error.error(name)
    }
  }

  /// The same open file once more, for another thread to synchronize.
  package func duplicate() throws(TraceError) -> Descriptor {
    do throws(SystemError) {
      return try descriptor.duplicate()
    } catch {
      throw error.error(name)
    }
  }

  /// Whether its name still leads to it.
  package var isInPlace: Bool { descriptor.isFound(under: name) }

  /// Waits until everything written is on the disk.
  package func synchronize() throws(TraceError) {
    do throws(SystemError) {
      try descriptor.synchronize()
    } catch {
      throw error.error(name)
    }
  }

  /// Forgets what was written behind the first `length` bytes and goes on there.
  package mutating func cut(to length: Int64) throws(TraceError) {
    do throws(SystemError) {
      try descriptor.cut(to: length)
    } catch {
      throw error.error(name)
    }
    count = length
  }

  /// Gives a file that was made beside its target its name; with `synchronized`, only once its
  /// bytes are on the disk, so that a power cut leaves the old file or the new one.
  package mutating func finish(synchronized: Bool = true) throws(TraceError) {
    guard let path = temporary else { return }
    if synchronized { try synchronize() }
    do throws(SystemError) {
      try Descriptor.rename(path, to: name, replacing: replaces)
    } catch {
      throw error.error(name)
    }
    temporary = nil
  }

  /// Takes away what was made under its own name, if it is still that which is there.
  package func remove() { if isInPlace { Descriptor.remove(name) } }

  /// Keeps room on the disk, so that something can still be said when it is full. Where that is
  /// not to be had, nothing is kept.
  package mutating func keepReserve() {
    guard isRegular else { return }
    let path = "\(name).\(getpid())-reserve.tmp"
    do throws(SystemError) {
      var file = try Descriptor.creating(path)
      Descriptor.remove(path)
      try file.write([UInt8](repeating: 0, count: Self.reserveLength).span)
      try file.synchronize()
      reserve = consume file
    } catch {
      reserve = nil
    }
  }

  /// Lets the room go that was kept.
  package mutating func giveReserveBack() {
    let wasKept = reserve != nil
    reserve = nil
    if wasKept, let room { self.room = room + Self.reserveLength }
  }

  private static let reserveLength = 4096

  /// How many more bytes may be written before the disk counts as full; nil where the disk decides.
  package var room: Int? {
    get { descriptor.room }
    set { descriptor.room = newValue }
  }

  /// Whether it is a regular file made here, in which what was written can be read back and cut off.
  package var isRegular: Bool { isOurs && descriptor.size != nil }
}
