import Decoding
import Playback
import TraceFormat

/// What went over the phone's air, as frames of a trace, and the time that it took.
struct PhoneAir: Sendable {
  private(set) var frames = FrameBatch()
  /// Nanoseconds since the phone was there.
  private(set) var time: Int64 = 0

  /// Time passes. It has an end, behind more than a hundred years.
  mutating func wait(_ nanoseconds: Int64) {
    time += min(max(0, nanoseconds), max(0, Self.lastTime - time))
  }

  /// Notes that the field was switched.
  mutating func note(_ event: FrameEvent) {
    var frame = Frame(
      number: frames.frames.count + 1, time: time, link: .nfcA, direction: .none)
    frame.event = event
    frames.frames.append(frame)
  }

  /// Notes frames with the times that they take.
  mutating func note(_ exchanges: [AirExchange]) {
    for exchange in exchanges {
      note(exchange.frame, .toCard)
      guard let answer = exchange.answer else {
        time += Self.patience
        continue
      }
      time += Self.wait(before: exchange.frame)
      note(answer, .fromCard)
      time += Self.pause
    }
  }

  private mutating func note(_ frame: AirFrame, _ direction: Direction) {
    guard frames.frames.count < Self.limit else { return }
    let duration = Self.duration(of: frame)
    var noted = Frame(
      number: frames.frames.count + 1, time: time, link: Self.link(frame.technology),
      direction: direction)
    noted.duration = duration
    noted.bytes = frames.store(frame.bytes.span)
    noted.lastBits = frame.lastBits == 8 ? 0 : UInt8(frame.lastBits)
    frames.frames.append(noted)
    time += duration
  }

  private static func link(_ technology: Technology) -> Link {
    switch technology {
    case .nfcA: .nfcA
    case .nfcB: .nfcB
    case .nfcF: .nfcF
    case .nfcV: .nfcV
    case .apdu, .unknown: .apdu
    }
  }

  /// At 106 kbit/s a byte and its parity take 85 us, at FeliCa's 212 kbit/s a byte takes 38, at
  /// 26 kbit/s 302.
  private static func duration(of frame: AirFrame) -> Int64 {
    let perByte: Int64 =
      switch frame.technology {
      case .nfcA: 84_956
      case .nfcB: 94_395
      case .nfcF: 37_758
      case .nfcV, .apdu, .unknown: 302_065
      }
    return Int64(frame.bytes.count + (frame.technology == .nfcF ? 8 : 1)) * perByte
  }

  /// How long a card takes to answer.
  private static func wait(before frame: AirFrame) -> Int64 {
    switch frame.technology {
    case .nfcA: frame.lastBits < 8 ? 91_000 : 500_000
    case .nfcB: 1_000_000
    // The first time slot of a poll; what follows is well within what the PMm of a card allows.
    case .nfcF: frame.bytes.count > 1 && frame.bytes[1] == 0x00 ? 2_417_000 : 300_000
    case .nfcV, .apdu, .unknown: 321_000
    }
  }

  /// How long the phone waits for an answer that does not come, and between two commands.
  private static let patience: Int64 = 20_000_000
  private static let pause: Int64 = 300_000
  private static let limit = 1_000_000
  private static let lastTime = Int64.max / 2
}
