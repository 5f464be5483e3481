/// What can be fuzzed; the name is the value of NFCTRACE_FUZZ and the folder of the corpus.
enum Target: String, CaseIterable {
  /// Files of any kind, told by their content.
  case capture
  case pcap
  case pcapng
  /// What gzip and zstd hold.
  case packed
  case trace
  /// A trace's blocks, whose checksums are always right.
  case blocks
  case text
  /// Frames, written in every format and read again.
  case writers
  /// Frames without their secrets.
  case redaction
  /// Frames, compared with others.
  case comparison
  /// Frames, told in every form.
  case telling
  /// Captures of any kind, told.
  case story
  /// Which part is told.
  case filter
  case grammar
  /// Pasted text, as `decode` takes it.
  case paste
  /// APDUs, dissected under an application.
  case fields
  /// What `explain` is asked.
  case explain
  /// NDEF messages.
  case ndef
  /// Cards in files and traces, and what hosts and readers say to them.
  case playback
  /// What was read from tags and written to them, and dumps.
  case memory
  /// Property lists of apps.
  case plist

  func run(_ bytes: [UInt8]) {
    switch self {
    case .capture: Readers.capture(bytes)
    case .pcap: Readers.pcap(bytes)
    case .pcapng: Readers.pcapng(bytes)
    case .packed: Readers.packed(bytes)
    case .trace: Traces.file(bytes)
    case .blocks: Traces.blocks(bytes)
    case .text: Readers.text(bytes)
    case .writers: Writers.run(bytes)
    case .redaction: Redacting.run(bytes)
    case .comparison: Comparing.run(bytes)
    case .telling: Tellings.conversation(bytes)
    case .story: Tellings.capture(bytes)
    case .filter: Tellings.filter(bytes)
    case .grammar: Grammars.run(bytes)
    case .paste: Pastes.run(bytes)
    case .fields: Fields.run(bytes)
    case .explain: Pastes.explain(bytes)
    case .ndef: Messages.run(bytes)
    case .playback: Playing.run(bytes)
    case .memory: Memories.run(bytes)
    case .plist: Plists.run(bytes)
    }
  }
}
