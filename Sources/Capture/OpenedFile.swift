import TraceFormat

/// A device file that a program opened without libnfc or PC/SC.
struct OpenedFile: Equatable {
  let path: String
  /// What the system said, if it refused: one of `errno`'s values.
  let error: UInt8

  /// The capture interface on which the device's bus is seen; nil where it is on none.
  ///
  /// `link` resolves a symbolic link, `text` reads a short file: the kernel's tree below /sys says
  /// on which USB bus a serial adapter is.
  func interface(
    link: (String) -> String = Descriptor.resolved, text: (String) -> String? = Self.line
  ) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    if parts.count == 5, parts[1] == "bus", parts[2] == "usb", let bus = Int(parts[3]) {
      return "usbmon\(bus)"
    }
    guard let name = link(path).split(separator: "/").last else { return nil }
    for kind in ["tty", "hidraw", "usbmisc"] {
      var folder = link("/sys/class/\(kind)/\(name)/device").split(separator: "/").map(String.init)
      // The device hangs on an interface, that on the USB device, which knows its bus.
      while folder.count > 2 {
        let bus = text("/" + folder.joined(separator: "/") + "/busnum")
        if let bus = bus.flatMap({ Int($0) }) { return "usbmon\(bus)" }
        folder.removeLast()
      }
    }
    return nil
  }

  /// The first line of a short file.
  static func line(_ path: String) -> String? {
    ProgramRun.head(of: path, count: 64)
      .map { String(decoding: $0.prefix { $0 != 10 }, as: UTF8.self) }
  }
}
