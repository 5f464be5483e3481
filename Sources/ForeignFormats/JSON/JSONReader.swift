import Bytes
import TraceFormat

/// What an object of a JSON capture is, for one program's way to write them.
protocol ObjectReader {
  /// Adds the frames of an object; gives why it is none, or nil.
  mutating func read(
    _ members: JSONMembers, _ text: Span<UInt8>, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) -> String?
}

/// A capture of JSON objects, in lines or in a document.
final class JSONReader<Objects: ObjectReader>: FrameReader {
  var description: TraceDescription { feed.description }
  var damage: [TraceDamage] { feed.log.entries }

  private var objects: JSONObjects
  private var meaning: Objects
  private var feed: FrameFeed
  private var isAtEnd = false

  /// Reads objects; `list` is the key of the list in which they stand, if it is a document.
  init(
    _ source: any ByteSource, list: String? = nil, _ feed: FrameFeed, _ meaning: Objects
  ) throws(TraceError) {
    objects = JSONObjects(source)
    self.feed = feed
    self.meaning = meaning
    if let list, try !objects.enter(list) {
      throw TraceError("\(source.name): a JSON document without a list \"\(list)\"", offset: 0)
    }
  }

  func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    feed.release(into: &batch)
    while !isAtEnd, !feed.isHolding, !batch.isFull {
      switch objects.next() {
      case .object(let range): take(range, into: &batch)
      case .damage(let reason): feed.note(reason, at: objects.window.position)
      case .needsMore:
        if !batch.frames.isEmpty { return true }
        if try !objects.refill() { end() }
      }
    }
    return !batch.frames.isEmpty
  }

  private func take(_ range: Range<Int>, into batch: inout FrameBatch) {
    let position = objects.window.position
    var reason: String?
    do throws(JSONMembers.Fault) {
      let members = try JSONMembers(objects.window.bytes.span.extracting(range))
      reason = meaning.read(
        members, objects.window.bytes.span.extracting(range), to: &feed, &batch)
    } catch {
      reason = "the object is no JSON from its byte \(error.offset) on"
    }
    if let reason { feed.note(reason, at: position) }
    objects.advance(to: range.upperBound)
  }

  private func end() {
    isAtEnd = true
    if objects.window.count > 0 {
      feed.note("the file ends inside an object", at: objects.window.position)
    }
  }
}
