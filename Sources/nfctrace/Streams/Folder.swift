import Glibc

/// The names in a folder: the one file that makes these C calls.
enum Folder {
  /// The names that end so, in order; none where the folder cannot be read.
  static func names(in path: String, ending: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(ending) { names.append(name) }
    }
    return names.sorted()
  }
}
