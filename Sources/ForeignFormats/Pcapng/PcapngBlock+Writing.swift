import Bytes

/// Blocks on their way out, little endian.
extension PcapngBlock {
  /// Appends a section header; how long the section is, is left open.
  static func writeSection(application: String, to output: inout ByteBuffer) {
    write(.section, to: &output) { body in
      body.append(byteOrderMagic, .little)
      body.append(UInt16(1), .little)
      body.append(UInt16(0), .little)
      body.append(UInt64.max, .little)
      let options = PcapngOption.list([(PcapngOption.application, Array(application.utf8))])
      body.append(options.span)
    }
  }

  /// Appends an interface whose clock counts nanoseconds.
  static func writeInterface(
    _ linkType: LinkType, name: String, description: String, to output: inout ByteBuffer
  ) {
    write(.interface, to: &output) { body in
      body.append(UInt16(truncatingIfNeeded: linkType.number), .little)
      body.append(UInt16(0), .little)
      body.append(UInt32(0), .little)
      let options = PcapngOption.list([
        (PcapngOption.interfaceName, Array(name.utf8)),
        (PcapngOption.interfaceDescription, Array(description.utf8)),
        (PcapngOption.timestampResolution, [9]),
      ])
      body.append(options.span)
    }
  }

  /// Appends what comes before a packet's bytes.
  static func writePacketHead(
    interface: UInt32, time: UInt64, _ plan: PacketPlan, to output: inout ByteBuffer
  ) {
    output.append(enhancedPacket.rawValue, .little)
    output.append(packetLength(plan), .little)
    output.append(interface, .little)
    output.append(UInt32(time >> 32), .little)
    output.append(UInt32(truncatingIfNeeded: time), .little)
    output.append(UInt32(plan.kept), .little)
    output.append(plan.originalLength, .little)
  }

  /// Appends what comes behind a packet's bytes.
  static func writePacketEnd(_ plan: PacketPlan, to output: inout ByteBuffer) {
    output.append(repeating: 0, count: -plan.kept & 3)
    output.append(packetLength(plan), .little)
  }

  private static func packetLength(_ plan: PacketPlan) -> UInt32 {
    UInt32(frameSize + enhancedPacket.fixedSize + (plan.kept + 3) & ~3)
  }

  private static func write(
    _ kind: Self, to output: inout ByteBuffer, _ fill: (inout ByteBuffer) -> Void
  ) {
    var body = ByteBuffer(capacity: 256)
    fill(&body)
    let length = UInt32(frameSize + body.count)
    output.append(kind.rawValue, .little)
    output.append(length, .little)
    output.append(body.span)
    output.append(length, .little)
  }
}
