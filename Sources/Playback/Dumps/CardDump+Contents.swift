package import Tags

extension CardDump {
  /// What its memory is laid out as, and holds.
  package var contents: TagContents {
    var identity = TagIdentity()
    identity.uid = uid
    if atqa.count == 2 { identity.atqa = UInt16(atqa[1]) << 8 | UInt16(atqa[0]) }
    identity.sak = sak
    identity.version = version
    identity.signature = signature
    switch kind {
    case .type2: return TagContents(type2: image, identity)
    case .classic:
      return TagContents(classic: image, identity)
    case .type3: return felicaContents
    case .type5:
      identity.dsfid = dsfid
      identity.family = family
      identity.reference = reference
      return TagContents(type5: image, identity, size: size, status: status)
    }
  }
}
