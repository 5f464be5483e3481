#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
  private var standing: Standing
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
    standing = .target
    replaces = false
  }

  private init(
    _ descriptor: consuming Descriptor, name: String, at standing: Standing, force: Bool
  ) {
    self.name = name
    isOurs = true
    reserve = nil
    self.descriptor = descriptor
    self.standing = standing
    replaces = force
  }

  deinit { if case .temporary(let path) = standing { Descriptor.remove(path) } }

  /// Where the file lies.
  private enum Standing {
    /// Under its name, or it has none to take.
    case target
    /// Nowhere: it goes when it is closed.
    case nameless
    /// Under another name, which has to be taken away if it does not get its own.
    case temporary(String)
  }
}

extension OutputFile {
  /// Marks the file as being written, so that who follows it knows when it is complete.
  func claim() { descriptor.claim() }

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
      let file = try Descriptor.nameless(in: folder(of: target))
      return OutputFile(file, name: target, at: .nameless, force: force)
    } catch {
      // Then under a temporary name; what is wrong with the folder shows there too.
    }
    do throws(SystemError) {
      let file = try free(beside: target, Descriptor.creating)
      let temporary = file.name
      return OutputFile(file, name: target, at: .temporary(temporary), force: force)
    } catch {
      throw error.error(path)
    }
  }

  /// Makes something under a name beside another that nobody has yet.
  private static func free<Made: ~Copyable>(
    beside path: String, _ make: (String) throws(SystemError) -> Made
  ) throws(SystemError) -> Made {
    var attempt = 0
    while true {
      let temporary = "\(path).\(getpid())-\(attempt).tmp"
      do throws(SystemError) {
        return try make(temporary)
      } catch {
        attempt += 1
        if error.code != EEXIST || attempt == 100 { throw error }
      }
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
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

  /// Where it lies now, also if somebody has moved it; nil if it has no name any more.
  package var place: String? { isInPlace ? name : descriptor.place }

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
    if case .target = standing { return }
    if synchronized { try synchronize() }
    do throws(SystemError) {
      if case .nameless = standing {
        guard replaces else {
          try descriptor.appear(as: name)
          return standing = .target
        }
        // A link replaces nothing, so there is a step between.
        standing = .temporary(try Self.link(descriptor, beside: name))
      }
      if case .temporary(let path) = standing {
        try Descriptor.rename(path, to: name, replacing: replaces)
        standing = .target
      }
    } catch {
      throw error.error(name)
    }
  }

  private static func link(
    _ descriptor: borrowing Descriptor, beside name: String
  ) throws(SystemError) -> String {
    try free(beside: name) { path throws(SystemError) in
      try descriptor.appear(as: path)
      return path
    }
  }

  /// Takes away a file that was made under its own name, if it is still that which is there.
  package func remove() { if isRegular, isInPlace { Descriptor.remove(name) } }

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
