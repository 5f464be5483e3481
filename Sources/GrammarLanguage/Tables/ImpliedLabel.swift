/// Labels that every grammar has, in this order, so that their numbers need no search.
///
/// A grammar that declares one of them gives it its own words and its citation.
package enum ImpliedLabel: UInt16, CaseIterable, Sendable {
  /// Bytes that are not understood.
  case bytes
  /// Bytes behind the last field.
  case rest
  /// An element whose tag is not in the dictionary.
  case element
  /// A message whose code is not in the grammar.
  case unknown
  case cla, ins, p1, p2, p1p2, lc, data, le, reply, status
  case aid
  case fileID
  case path
  case text

  /// The component in a path.
  package var name: StaticString {
    switch self {
    case .bytes: "bytes"
    case .rest: "rest"
    case .element: "element"
    case .unknown: "unknown"
    case .cla: "cla"
    case .ins: "ins"
    case .p1: "p1"
    case .p2: "p2"
    case .p1p2: "p1p2"
    case .lc: "lc"
    case .data: "data"
    case .le: "le"
    case .reply: "reply"
    case .status: "status"
    case .aid: "aid"
    case .fileID: "file_id"
    case .path: "path"
    case .text: "text"
    }
  }

  /// Words for people, where a grammar gives none.
  package var title: StaticString {
    switch self {
    case .bytes: "bytes"
    case .rest: "bytes left over"
    case .element: "unknown tag"
    case .unknown: "unknown"
    case .cla: "class"
    case .ins: "instruction"
    case .p1: "parameter 1"
    case .p2: "parameter 2"
    case .p1p2: "parameters 1 and 2"
    case .lc: "length of the data"
    case .data: "data"
    case .le: "length expected"
    case .reply: "answer"
    case .status: "status word"
    case .aid: "application identifier"
    case .fileID: "file identifier"
    case .path: "path"
    case .text: "text"
    }
  }
}
