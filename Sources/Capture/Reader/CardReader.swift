@unsafe @preconcurrency import CLibnfc
@unsafe @preconcurrency import CRing
import Glibc
import TraceFormat

/// A reader that libnfc drives, in the process that may crash with it. The one file that calls
/// libnfc.
///
/// Signals are blocked here, because each one makes libnfc wait its whole timeout again; whether
/// somebody wants this to end is looked up between calls.
@safe final class CardReader {
  /// Why there is no reader.
  enum Failure: Error, Equatable {
    case noLibrary
    case noReader
    /// Another nfctrace has it.
    case busy(name: String, process: String)
    case notOpened(name: String)
  }

  /// What libnfc calls a technology: `nmt` and `nbr`.
  struct Technology: Equatable {
    let type: Int32
    let rate: Int32

    static let typeA = Technology(type: 1, rate: 1)
    static let felica212 = Technology(type: 7, rate: 2)
    static let felica424 = Technology(type: 7, rate: 3)
    static let typeB = Technology(type: 3, rate: 1)
  }

  /// The reader's connection string.
  let name: String
  private var library = unsafe nfctrace_libnfc()
  private let device: UnsafeMutableRawPointer
  private let signals: CInt
  private let lock: CInt
  private var isStopped = false

  /// How long a card has for an answer, in milliseconds.
  static let timeout: Int32 = 300
  /// More makes libnfc 1.8 end the process.
  static let mostBytes = 253

  /// Opens a reader by its connection string, or the first there is.
  init(_ wanted: String?) throws(Failure) {
    signals = Self.watchSignals()
    var library = unsafe nfctrace_libnfc()
    guard unsafe nfctrace_libnfc_load(&library) != 0 else { throw .noLibrary }
    guard let name = unsafe wanted ?? Self.names(&library).first else { throw .noReader }
    lock = try Self.lock(name)
    guard let device = unsafe nfctrace_libnfc_open(&library, name) else {
      throw .notOpened(name: name)
    }
    self.name = name
    unsafe self.library = library
    unsafe self.device = device
  }

  /// Lets go of the reader.
  func close() {
    unsafe nfctrace_libnfc_close(&library, device)
    Glibc.close(lock)
  }

  /// The readers that libnfc finds; nil where there is no libnfc.
  static func list() -> [String]? {
    var library = unsafe nfctrace_libnfc()
    guard unsafe nfctrace_libnfc_load(&library) != 0 else { return nil }
    return unsafe names(&library)
  }

  private static func names(_ library: inout nfctrace_libnfc) -> [String] {
    let most = 16
    let room = UnsafeMutableRawPointer.allocate(byteCount: 1024 * most, alignment: 8)
    defer { unsafe room.deallocate() }
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0, count: 1024 * most)
    let count = min(most, unsafe nfctrace_libnfc_list(&library, room, most))
    return (0..<count).map { index in
      let bytes = unsafe UnsafeRawBufferPointer(start: room + 1024 * index, count: 1023)
      return unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func watchSignals() -> CInt {
    var watched = sigset_t()
    unsafe sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&watched, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &watched, nil)
    nfctrace_end_with_parent()
    return unsafe nfctrace_signal_file(&watched)
  }

  /// Whether this is to end.
  var isToStop: Bool {
    var isByUser: CInt = 0
    while unsafe nfctrace_next_signal(signals, &isByUser) != 0 { isStopped = true }
    return isStopped
  }

  /// Waits, unless this is to end.
  func pause(milliseconds: Int32) {
    var waiting = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&waiting, 1, isStopped ? 0 : milliseconds)
  }

  /// The technologies that it polls, A, F and B first.
  var technologies: [Technology] {
    let usual: [Technology] = [.typeA, .felica212, .felica424, .typeB]
    guard var next = unsafe nfctrace_libnfc_supported(&library, device) else { return usual }
    var types: [Int32] = []
    while unsafe next.pointee != 0, types.count < 16 {
      types.append(unsafe next.pointee)
      unsafe next += 1
    }
    // DEP (8) is no card.
    let known: [Int32] = [1, 3, 7, 8]
    return usual.filter { types.contains($0.type) }
      + types.filter { !known.contains($0) }.map { Technology(type: $0, rate: 1) }
  }
}

/// What is done with cards.
extension CardReader {
  /// What happened to a call.
  enum Trouble: Error, Equatable {
    /// The reader itself is gone.
    case readerLost
    /// The card does not answer, or not what it should: libnfc's code.
    case cardLost(Int32)
  }

  /// Selects a card of a technology, or the one with this identity; nil where there is none.
  func select(_ technology: Technology, _ data: [UInt8] = []) throws(Trouble) -> FoundCard? {
    var card = nfctrace_card()
    let result = unsafe nfctrace_libnfc_select(
      &library, device, technology.type, technology.rate, data, data.count, &card)
    if result == -1 || result == -4 { throw .readerLost }
    guard result > 0 else { return nil }
    let id = unsafe withUnsafeBytes(of: card.id) { unsafe Array($0) }
    return FoundCard(
      technology: technology, sak: card.sak, id: Array(id.prefix(Int(card.id_length))))
  }

  /// Sends bytes to the selected card and gives its answer.
  func exchange(_ bytes: [UInt8]) throws(Trouble) -> [UInt8] {
    guard bytes.count <= Self.mostBytes else { throw .cardLost(-2) }
    var answer = [UInt8](repeating: 0, count: 264)
    let count = unsafe nfctrace_libnfc_exchange(
      &library, device, bytes, bytes.count, &answer, answer.count, Self.timeout)
    if count == -1 || count == -4 { throw .readerLost }
    guard count >= 0 else { throw .cardLost(count) }
    return Array(answer.prefix(Int(count)))
  }

  /// Lets go of the selected card.
  func deselect() { _ = unsafe nfctrace_libnfc_deselect(&library, device) }

  /// Whether the selected card is still there.
  var hasCard: Bool { unsafe nfctrace_libnfc_is_present(&library, device) == 0 }

  /// Puts into the recording what no frame says.
  func note(_ event: FrameEvent, _ words: String = "") {
    unsafe nfctrace_libnfc_note(&library, device, CInt(event.rawValue), words)
  }
}

/// Only one nfctrace drives a reader: libnfc's own claim on a port does nothing, and two of them
/// garble each other.
extension CardReader {
  /// What a reader is called, however it is spelled: a port's link followed, without its speed.
  private static func place(_ name: String) -> String {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[1].first == "/" else { return name }
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard unsafe realpath(String(parts[1]), &room) != nil else { return String(parts[1]) }
    return String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Locks a reader for as long as this process lives.
  private static func lock(_ name: String) throws(Failure) -> CInt {
    let port = place(name).map { $0.isLetter || $0.isNumber ? $0 : "_" }
    let folder = unsafe access("/run/lock", W_OK) == 0 ? "/run/lock" : "/tmp"
    let path = "\(folder)/nfctrace-\(String(port)).lock"
    var file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    // Another user's file in such a folder may be opened, but not with the leave to make it.
    if file < 0 { file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard file >= 0 else { return -1 }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      var text = [UInt8](repeating: 0, count: 16)
      let count = unsafe read(file, &text, text.count)
      Glibc.close(file)
      let process = String(decoding: text.prefix(max(0, count)), as: UTF8.self)
      throw .busy(name: name, process: process.filter(\.isNumber))
    }
    let own = Array("\(getpid())\n".utf8)
    ftruncate(file, 0)
    _ = unsafe write(file, own, own.count)
    return file
  }
}
