import Bytes
import TraceFormat

/// The connections of one LLCP link that carry SNEP, and what each side has begun to send in them.
final class PeerLink {
  /// SAP pairs: the client's, which asked, and the server's, which answered; 1 until it did.
  private var connections: [(client: UInt8, server: UInt8, isFromInitiator: Bool)] = []
  private var toTarget = Unfinished()
  private var fromTarget = Unfinished()

  /// A message of which a part has come.
  private struct Unfinished {
    var code: UInt8 = 0
    var length = 0
    var bytes: [UInt8] = []
    var isOpen = false
  }

  /// The well-known address of SNEP, and its name.
  private static let snep: UInt8 = 4
  private static let name = Array("urn:nfc:sn:snep".utf8)
  /// More than this of one message is not kept.
  private static let limit = 65_536
  private static let connectionLimit = 64

  /// Takes in CONNECT, CC, DISC and DM.
  func follow(_ packet: LLCPPacket, _ pdu: Span<UInt8>, isToTarget: Bool) {
    switch packet.kind {
    case .connect:
      let parameters = pdu.extracting(packet.start..<pdu.count)
      let isNamed =
        LLCPPacket.service(in: parameters).map { Array(copying: parameters.extracting($0)) }
        == Self.name
      guard packet.destination == Self.snep || isNamed else { return }
      connections.removeAll { $0.client == packet.source && $0.isFromInitiator == isToTarget }
      if connections.count >= Self.connectionLimit { connections.removeFirst() }
      connections.append((packet.source, packet.destination, isToTarget))
    case .connectionComplete:
      for index in connections.indices
      where connections[index].client == packet.destination
        && connections[index].isFromInitiator != isToTarget
      {
        connections[index].server = packet.source
      }
    case .disconnect, .disconnected:
      connections.removeAll { $0.client == packet.source || $0.client == packet.destination }
      toTarget.isOpen = false
      fromTarget.isOpen = false
    default: break
    }
  }

  /// What an I PDU carries of SNEP, nil where its connection is of something else.
  func read(_ packet: LLCPPacket, _ pdu: Span<UInt8>, isToTarget: Bool) -> (SNEPPart, [UInt8])? {
    guard packet.kind == .information, carriesSNEP(packet, isToTarget: isToTarget) else {
      return nil
    }
    let information = pdu.extracting(packet.start..<pdu.count)
    return isToTarget
      ? Self.add(information, to: &toTarget) : Self.add(information, to: &fromTarget)
  }

  private func carriesSNEP(_ packet: LLCPPacket, isToTarget: Bool) -> Bool {
    if packet.destination == Self.snep || packet.source == Self.snep { return true }
    return connections.contains { connection in
      let (client, server) = (connection.client, connection.server)
      return connection.isFromInitiator == isToTarget
        ? client == packet.source && server == packet.destination
        : client == packet.destination && server == packet.source
    }
  }

  private static func add(
    _ information: Span<UInt8>, to unfinished: inout Unfinished
  ) -> (SNEPPart, [UInt8])? {
    var start = 0
    if !unfinished.isOpen {
      guard information.count >= 6 else { return nil }
      var length = 0
      for index in 2..<6 { length = length << 8 | Int(information[index]) }
      unfinished.code = information[1]
      unfinished.length = length
      unfinished.bytes.removeAll(keepingCapacity: true)
      unfinished.isOpen = true
      start = 6
    }
    let part = information.extracting(start..<information.count)
    if unfinished.bytes.count + part.count <= limit { unfinished.bytes.append(part) }
    let present = unfinished.bytes.count
    let isWhole = present >= unfinished.length || unfinished.length > limit
    if isWhole { unfinished.isOpen = false }
    var message = SNEPPart(code: unfinished.code, length: unfinished.length, present: present)
    if isWhole, start > 0 { message.start = start }
    return (message, isWhole ? unfinished.bytes : [])
  }
}
