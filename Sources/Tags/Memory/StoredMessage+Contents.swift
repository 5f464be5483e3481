/// What a message in a tag's memory says.
extension StoredMessage {
  /// Its records, as far as its bytes were seen; nil for an empty message, and where nothing of it
  /// was seen.
  package var contents: NDEFContents? {
    guard length > 0, !bytes.isEmpty else { return nil }
    return NDEFContents(reading: bytes.span, missing: length - bytes.count)
  }
}
