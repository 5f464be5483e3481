/// What XcodeGen's `project.yml` says of an app: keys that it writes into Info.plist and into the
/// entitlements, and build settings. Read line by line; no other part of YAML is known.
package struct ProjectSpecification: Equatable, Sendable {
  /// Keys of Info.plist, and of the entitlements.
  package private(set) var info: [PropertyList.Entry] = []
  package private(set) var entitlements: [PropertyList.Entry] = []
  package private(set) var configuration = BuildConfiguration()

  /// Reads a file.
  package init(_ bytes: some Sequence<UInt8>) {
    let text = String(decoding: Array(bytes.prefix(PropertyList.sizeLimit)), as: UTF8.self)
    // A list whose items follow, a line each.
    var open: (key: String, indent: Int, items: [PropertyList.Value])?
    for line in text.split(whereSeparator: \.isNewline) {
      let indent = line.prefix { $0 == " " }.count
      let words = Self.bare(line)
      if words.isEmpty { continue }
      if var list = open {
        if words.hasPrefix("- "), indent >= list.indent {
          list.items.append(.text(Self.scalar(words.dropFirst(2))))
          open = list
          continue
        }
        add(list.key, .list(list.items))
        open = nil
      }
      guard let (key, value) = Self.pair(words) else { continue }
      if value.isEmpty, Self.isList(key) {
        open = (key, indent, [])
      } else if value.hasPrefix("["), value.hasSuffix("]") {
        let items = value.dropFirst().dropLast().split(separator: ",").map(Self.scalar)
        add(key, .list(items.map { .text($0) }))
      } else {
        take(key, Self.scalar(value))
      }
    }
    if let list = open { add(list.key, .list(list.items)) }
  }

  private mutating func take(_ key: String, _ value: String) {
    switch key {
    case "path" where value.hasSuffix(".plist"):
      configuration.infoPlist = configuration.infoPlist ?? value
    case "path" where value.hasSuffix(".entitlements"):
      configuration.entitlements = configuration.entitlements ?? value
    case "iOS", "deploymentTarget":
      configuration.deploymentTarget =
        configuration.deploymentTarget ?? BuildConfiguration.major(value)
    case _ where Self.isList(key), InfoPlist.Key.usageDescription: add(key, .text(value))
    default: configuration.take(key, value)
    }
  }

  private mutating func add(_ key: String, _ value: PropertyList.Value) {
    if key == Entitlements.key {
      entitlements.append(PropertyList.Entry(key, value))
    } else if InfoPlist.Key.all.contains(key) {
      info.append(PropertyList.Entry(key, value))
    }
  }

  private static func isList(_ key: String) -> Bool {
    key == Entitlements.key || key == InfoPlist.Key.selectIdentifiers
      || key == InfoPlist.Key.systemCodes
  }

  /// `key: value`; the key may be quoted, and the value empty.
  private static func pair(_ words: Substring) -> (key: String, value: Substring)? {
    let line = words.hasPrefix("- ") ? words.dropFirst(2) : words
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...]
    guard value.isEmpty || value.first == " " else { return nil }
    return (scalar(line[..<colon]), value.drop { $0 == " " })
  }

  /// A line without what stands around it, and without its comment.
  private static func bare(_ line: Substring) -> Substring {
    var rest = line.drop { $0 == " " }
    if rest.first == "#" { return "" }
    var before: Character = " "
    var quotation: Character?
    for place in rest.indices {
      let character = rest[place]
      if character == quotation {
        quotation = nil
      } else if quotation == nil, before == " ", character == "\"" || character == "'" {
        quotation = character
      } else if quotation == nil, before == " ", character == "#" {
        rest = rest[..<place]
        break
      }
      before = character
    }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return rest
  }

  /// A text without its quotation marks.
  private static func scalar(_ text: Substring) -> String {
    var bare = text.drop { $0 == " " }
    while bare.last == " " { bare = bare.dropLast() }
    for mark in ["\"", "'"] where bare.count > 1 && bare.hasPrefix(mark) && bare.hasSuffix(mark) {
      return String(bare.dropFirst().dropLast())
    }
    return String(bare)
  }
}
