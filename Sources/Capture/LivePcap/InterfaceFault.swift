package import TraceFormat

/// Why an interface could not be opened, and what would help.
package struct InterfaceFault: Equatable, Sendable {
  /// 1 where there is no libpcap, otherwise libpcap's code.
  private let code: Int32
  private let words: String

  package init(code: Int32, words: String) {
    self.code = code
    self.words = words
  }

  private static let noLibrary: Int32 = 1
  private static let noSuchDevice: Int32 = -5
  private static let notPermitted: Int32 = -8
  private static let notUp: Int32 = -9
  private static let notPermittedToHearAll: Int32 = -11

  /// One line. `interfaces` are those that there are.
  package func error(_ name: String, interfaces: [CaptureInterface]) -> TraceError {
    let isUSB = name.hasPrefix("usbmon")
    switch code {
    case Self.noLibrary:
      return TraceError("\(name): libpcap.so.0.8 is not installed (Debian: apt install libpcap0.8)")
    case Self.notPermitted, Self.notPermittedToHearAll:
      let remedy =
        isUSB
        ? "read access to /dev/\(name), or root"
        : "root, or: setcap cap_net_raw,cap_net_admin+ep on nfctrace"
      return TraceError("\(name): this user may not capture there; it takes \(remedy)")
    case Self.notUp: return TraceError("\(name): the interface is down; ip link set \(name) up")
    default:
      let known = interfaces.contains { $0.name == name }
      if known || code != Self.noSuchDevice && !interfaces.isEmpty && !words.contains("No such") {
        return TraceError("\(name): \(words)")
      }
      let names = interfaces.map(\.name).joined(separator: ", ")
      let there = names.isEmpty ? "this user sees none at all" : "there are \(names)"
      let help = isUSB ? "; USB buses appear with: modprobe usbmon" : ""
      return TraceError("\(name): no interface of that name; \(there)\(help)")
    }
  }
}
