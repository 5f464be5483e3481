import Analysis
import TraceFormat

/// The file beside the golden traces with the paths of fields that do not count.
struct IgnoreFile {
  let path: String
  private let list: IgnoreList

  /// Reads the file in the folder of a capture, or in a folder of captures; nil where there is none.
  init?(beside capture: String, isFolder: Bool) throws {
    guard capture != "-" else { return nil }
    let folder: Substring
    if isFolder {
      folder = "\(capture)/"
    } else {
      folder =
        capture[
          ..<(capture.lastIndex(of: "/").map { capture.index(after: $0) } ?? capture.startIndex)]
    }
    path = folder + IgnoreList.fileName
    switch Descriptor.standing(path) {
    case .nothing: return nil
    case .file: break
    case .folder, .device: throw Failure("\(path): is no file")
    }
    let text = String(decoding: try Knowledge.bytes(of: path), as: UTF8.self)
    do {
      list = try IgnoreList(text)
    } catch {
      throw Failure(error.words(of: path))
    }
  }

  var patterns: [FieldPattern] { list.patterns }

  /// `3 paths are ignored`.
  var words: String { list.words }
}
