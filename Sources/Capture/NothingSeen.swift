import TraceFormat

/// Why a recording of a program holds nothing.
struct NothingSeen {
  let program: String
  let kind: ProgramKind
  let hints: RingFrames.Hints
  /// How many processes have loaded the library.
  let attached: Int
  /// The terminals that the user looks at: that those were opened means nothing.
  let terminals: [String]
  /// A process that the program left behind and that goes on.
  var left: Int32?
  /// On which interface a device is seen.
  var interface: (OpenedFile) -> String? = { $0.interface() }

  /// One line: what happened, and what would help.
  var words: String {
    "nothing was recorded: \(reason)"
  }

  private var reason: String {
    let files = hints.opened.filter { !terminals.contains($0.path) && $0.path != "/dev/ptmx" }
    if hints.askedLibnfc && files.isEmpty {
      return
        "\(program) asked libnfc for a reader, and libnfc found none; is one plugged in, and may "
        + "you open it? nfctrace record --list names what can be found, --simulate CARD needs none"
    }
    if let file = files.first(where: { $0.error == 0 }) { return opened(file) }
    if let file = files.first {
      return "\(program) could not open \(file.path): "
        + SystemError(code: Int32(file.error)).words
    }
    if hints.askedPCSC {
      return
        "\(program) asked PC/SC for a card, and PC/SC had none; is pcscd running, and does a card "
        + "lie on the reader? nfctrace play CARD --pcsc -- PROGRAM needs neither"
    }
    switch kind {
    case .isStatic:
      return
        "\(program) is a static program, which no library can be loaded into; record its reader "
        + "instead: nfctrace record --interface usbmon1 for USB"
    case .privileged:
      return "\(program) runs with more rights than yours, and such programs load no library of "
        + "others; run nfctrace itself as that user, with sudo"
    case .foreign:
      return "\(program) is built for another processor or word size than nfctrace"
    case .unknown where attached == 0:
      return "no library could be loaded into \(program)"
    case .dynamic, .unknown:
      return "\(program) called neither libnfc nor PC/SC\(others)"
    }
  }

  /// Who else might have.
  private var others: String {
    if let raised = hints.raised {
      return ", but it started \(raised), which runs with more rights than yours and loads no "
        + "library of others; run nfctrace itself as that user, with sudo"
    }
    guard let left else { return "" }
    return " before it ended; process \(left) that it left behind goes on unrecorded"
  }

  private func opened(_ file: OpenedFile) -> String {
    let past = "\(program) opened \(file.path) past libnfc and PC/SC"
    guard let interface = interface(file) else {
      return "\(past), and it is on no USB bus that could be recorded"
    }
    return "\(past); nfctrace record --interface \(interface) in another terminal records it"
  }
}
