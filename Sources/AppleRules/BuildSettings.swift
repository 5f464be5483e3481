/// What a project's build settings say of its apps' Info.plists: `project.pbxproj` and `.xcconfig`,
/// read line by line.
package struct BuildSettings: Equatable, Sendable {
  /// The configurations of targets that may be apps of a phone.
  package private(set) var configurations: [BuildConfiguration] = []

  /// Settings of no project.
  package init() {}

  /// Settings of a file that holds for every target.
  package init(_ configuration: BuildConfiguration) { configurations = [configuration] }

  /// Reads the lines `NAME = value;` of a project. Other lines say nothing. What the project says is
  /// said of its targets too where they do not say it.
  package init(_ bytes: some Sequence<UInt8>) {
    var all: [BuildConfiguration] = []
    var open: BuildConfiguration?
    var loose = BuildConfiguration()
    for line in Self.lines(bytes) {
      if line.hasPrefix("buildSettings = {") {
        open = BuildConfiguration()
      } else if line == "};", let whole = open {
        all.append(whole)
        open = nil
      } else if line.contains("../../Frameworks") {
        open?.isOfOther = true
      } else if let (name, value) = Self.setting(line, endsInSemicolon: true) {
        if open != nil {
          open?.take(name, value)
        } else if name == "name", !all.isEmpty, all[all.count - 1].name == nil {
          all[all.count - 1].name = value
        } else {
          loose.take(name, value)
        }
      }
    }
    let ofProject = all.filter { !$0.hasProduct }
    for var configuration in all where configuration.hasProduct && !configuration.isOfOther {
      for shared in ofProject where shared.name == configuration.name {
        configuration.fill(from: shared)
      }
      configurations.append(configuration)
    }
    loose.isOfOther = false
    if !loose.isEmpty { configurations.append(loose) }
    if configurations.isEmpty { configurations = ofProject.filter { !$0.isOfOther && !$0.isEmpty } }
  }

  /// Reads the lines `NAME = value` of a configuration file, which any target may use.
  package static func configurationFile(_ bytes: some Sequence<UInt8>) -> BuildConfiguration {
    var configuration = BuildConfiguration()
    for line in lines(bytes) where !line.hasPrefix("//") {
      // A comment begins behind white space here, so that the // of a link may stand.
      let bare = line.range(ofComment: "//").map { line[..<$0] } ?? line
      if let (name, value) = setting(bare, endsInSemicolon: false) {
        configuration.take(name, value)
      }
    }
    configuration.isOfOther = false
    return configuration
  }

  /// Adds what another project's settings say.
  package mutating func merge(_ other: BuildSettings) { configurations += other.configurations }

  /// Adds what holds wherever a target says nothing else.
  package mutating func fill(from shared: BuildConfiguration) {
    if configurations.isEmpty { configurations = [shared] }
    for index in configurations.indices { configurations[index].fill(from: shared) }
  }

  /// Keeps the configurations that name one of these files, as far as there are any.
  package mutating func keep(where isMeant: (BuildConfiguration) -> Bool) {
    let kept = configurations.filter(isMeant)
    if !kept.isEmpty { configurations = kept }
  }

  private static func lines(_ bytes: some Sequence<UInt8>) -> [Substring] {
    String(decoding: Array(bytes.prefix(PropertyList.sizeLimit)), as: UTF8.self)
      .split(whereSeparator: \.isNewline).map(trimmed)
  }

  /// `NAME = value`, `NAME[sdk=iphoneos*] = value`, `"NAME[sdk=iphoneos*]" = "value"`.
  private static func setting(
    _ line: Substring, endsInSemicolon: Bool
  ) -> (name: String, value: String)? {
    var rest = line
    if rest.first == "\"" { rest = rest.dropFirst() }
    let name = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    rest = rest[name.endIndex...]
    if rest.first == "[" { rest = rest.drop { $0 != "]" }.dropFirst() }
    rest = rest.drop { $0 == "\"" || $0 == " " || $0 == "\t" }
    guard !name.isEmpty, rest.first == "=" else { return nil }
    rest = rest.dropFirst()
    if endsInSemicolon {
      guard let end = rest.lastIndex(of: ";") else { return nil }
      rest = rest[..<end]
    } else if rest.last == ";" {
      rest = rest.dropLast()
    }
    let value = trimmed(rest)
    let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
    return (String(name), String(isQuoted ? value.dropFirst().dropLast() : value))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return rest[...last]
  }
}

extension BuildSettings {
  /// Whether Xcode makes or completes the Info.plist.
  package var generatesInfoPlist: Bool { configurations.contains(where: \.generatesInfoPlist) }

  /// Why the app reads tags, where the settings say it.
  package var usageDescription: String? {
    let texts = configurations.compactMap(\.usageDescription)
    return texts.first { !$0.allSatisfy(\.isWhitespace) } ?? texts.first
  }

  /// The configurations that do not say why the app reads tags, where others do.
  package var withoutUsageDescription: [String] {
    configurations.filter { configuration in
      configuration.usageDescription?.allSatisfy(\.isWhitespace) != false
    }.compactMap(\.name)
  }

  /// The lowest iOS that an app is built for, as far as it is a number.
  package var deploymentTarget: Int? { configurations.compactMap(\.deploymentTarget).min() }

  /// Paths that the settings name.
  package var infoPlists: [String] { configurations.compactMap(\.infoPlist) }
  package var entitlements: [String] { configurations.compactMap(\.entitlements) }
}

extension Substring {
  /// Where a comment begins that has white space in front of it.
  fileprivate func range(ofComment mark: String) -> Index? {
    var place = startIndex
    while place < endIndex {
      if self[place].isWhitespace, self[index(after: place)...].hasPrefix(mark) { return place }
      place = index(after: place)
    }
    return nil
  }
}
