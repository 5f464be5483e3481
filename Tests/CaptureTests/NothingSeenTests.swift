import Testing

@testable import Capture

/// The line that says why a recording is empty.
@Suite struct NothingSeenTests {
  @Test(
    "It says what happened and what would help",
    arguments: [
      (.dynamic, RingFrames.Hints(), "ls called neither libnfc nor PC/SC"),
      (.isStatic, RingFrames.Hints(), "ls is a static program"),
      (.privileged, RingFrames.Hints(), "ls runs with more rights than yours"),
      (.foreign, RingFrames.Hints(), "ls is built for another processor or word size"),
      (.dynamic, RingFrames.Hints(askedLibnfc: true), "libnfc found none"),
      (.dynamic, RingFrames.Hints(askedPCSC: true), "is pcscd running"),
      (
        .dynamic, hints("/dev/bus/usb/003/007"),
        "nfctrace record --interface usbmon3 in another terminal records it"
      ),
      (
        .dynamic, hints("/dev/ttyUSB0", error: 13), "could not open /dev/ttyUSB0: Permission denied"
      ),
      (.dynamic, hints("/dev/i2c-1"), "past libnfc and PC/SC, and it is on no USB bus"),
      (.dynamic, hints("/dev/pts/7"), "ls called neither libnfc nor PC/SC"),
    ] as [(ProgramKind, RingFrames.Hints, String)])
  func saysWhy(kind: ProgramKind, hints: RingFrames.Hints, expected: String) {
    let words = NothingSeen(
      program: "ls", kind: kind, hints: hints, attached: 1, terminals: ["/dev/pts/7"]
    ).words
    #expect(words.hasPrefix("nothing was recorded: "))
    #expect(words.contains(expected), "\(words)")
    #expect(!words.contains("\n"))
  }

  private static func hints(_ path: String, error: UInt8 = 0) -> RingFrames.Hints {
    RingFrames.Hints(opened: [OpenedFile(path: path, error: error)])
  }
}

/// On which bus a device file lies.
@Suite struct OpenedFileTests {
  @Test("A serial adapter's bus is found above it")
  func climbsToTheBus() {
    let links = [
      "/sys/class/tty/ttyUSB0/device":
        "/sys/devices/pci0000:00/0000:00:14.0/usb2/2-3/2-3:1.0/ttyUSB0"
    ]
    let files = ["/sys/devices/pci0000:00/0000:00:14.0/usb2/2-3/busnum": "2"]
    let file = OpenedFile(path: "/dev/ttyUSB0", error: 0)
    #expect(file.interface(link: { links[$0] ?? $0 }, text: { files[$0] }) == "usbmon2")
    let other = OpenedFile(path: "/dev/ttyS0", error: 0)
    #expect(other.interface(link: { links[$0] ?? $0 }, text: { files[$0] }) == nil)
  }

  @Test func readsABusFromItsPath() {
    let none: (String) -> String? = { _ in nil }
    let interface = { OpenedFile(path: $0, error: 0).interface(link: { $0 }, text: none) }
    #expect(interface("/dev/bus/usb/012/003") == "usbmon12")
    #expect(interface("/dev/bus/usb/012") == nil)
    #expect(interface("/dev/bus/usb/x/003") == nil)
    #expect(interface("") == nil)
  }
}
