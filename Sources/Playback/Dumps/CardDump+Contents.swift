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
      var contents = TagContents(.classic, image)
      contents.identity = identity
      return contents
    case .type3: return felicaContents
    }
  }
}
