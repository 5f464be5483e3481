import ForeignFormats
import TraceFormat

/// Which captures are compared with which: two, or those of two folders that have the same name.
struct ComparedPairs {
  /// The old capture, or its folder.
  let old: String
  let isFolder: Bool
  private(set) var pairs: [Pair] = []
  private(set) var single: [Single] = []

  /// Two captures.
  struct Pair {
    /// What both are called.
    let name: String
    let old: String
    let new: String
  }

  /// A capture that only one folder has.
  struct Single {
    let name: String
    let folder: String
    let isOld: Bool
  }

  /// Two captures.
  init(old: String, new: String) {
    self.old = old
    isFolder = false
    pairs = [Pair(name: old, old: old, new: new)]
  }

  /// Those of two folders, by name. What is no capture on either side, and no dump where dumps are
  /// taken, is passed over.
  init(folders old: String, _ new: String, takesDumps: Bool) {
    self.old = old
    isFolder = true
    func isTaken(_ path: String) -> Bool {
      Self.isCapture(path) || takesDumps && Self.isDump(path)
    }
    let ours = Self.names(in: old)
    let theirs = Self.names(in: new)
    for name in Set(ours + theirs).sorted() {
      let (one, other) = ("\(old)/\(name)", "\(new)/\(name)")
      switch (ours.contains(name), theirs.contains(name)) {
      case (true, true):
        if isTaken(one) || isTaken(other) {
          pairs.append(Pair(name: name, old: one, new: other))
        }
      case (true, false):
        if isTaken(one) { single.append(Single(name: name, folder: old, isOld: true)) }
      default:
        if isTaken(other) { single.append(Single(name: name, folder: new, isOld: false)) }
      }
    }
  }

  private static func names(in folder: String) -> [String] {
    Folder.names(in: folder, ending: "").filter { name in
      !name.hasPrefix(".") && !notes.contains { name.hasSuffix($0) }
        && Descriptor.standing("\(folder)/\(name)") == .file
    }
  }

  /// Notes and outputs lie beside golden traces; some of them hold lines that a log could have.
  private static let notes = [".md", ".txt", ".html", ".xml", ".ignore"]

  private static func isDump(_ path: String) -> Bool {
    let dump = try? DumpedCard.open(path)
    return dump != nil
  }

  private static func isCapture(_ path: String) -> Bool { (try? openFrames(path: path)) != nil }
}
