/// What a single frame turned out to be, for lists of frames.
struct Reading: Equatable {
  var name: FrameName
  var crc: FrameNote.CRCVerdict = .none

  init(_ name: FrameName, _ crc: FrameNote.CRCVerdict = .none) {
    self.name = name
    self.crc = crc
  }
}
