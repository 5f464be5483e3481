import Tags

/// What a session tells its delegate.
enum SessionEvent: Sendable {
  case becameActive
  /// Tags were found.
  case detected([TagHandle])
  /// Messages were read, in a session that only reads.
  case messages([NDEFMessage])
  case invalidated(NFCReaderError)
}
