import Decoding
package import Playback
import Synchronization
import Tags
import TraceFormat

/// What happens to the phone.
extension Phone {
  /// Puts tags into the field, all at once.
  package func put(_ tags: [PhoneTag]) {
    state.withLock { state in
      for tag in tags {
        state.tags.append(tag)
        state.note("\(tag.name) is held to the phone")
      }
      state.poll(self)
    }
  }

  /// Takes a tag away, and gives its card as it has become.
  package func take(_ id: Int) -> (any Card)? {
    state.withLock { state in
      guard let index = state.tags.firstIndex(where: { $0.id == id }) else { return nil }
      state.tags[index].losePower()
      let tag = state.tags.remove(at: index)
      state.note("\(tag.name) is taken away")
      state.session?.read.remove(id)
      state.poll(self)
      return tag.card
    }
  }

  /// The card of a tag that is in the field.
  package func card(of id: Int) -> (any Card)? {
    state.withLock { state in state.tags.first { $0.id == id }?.card }
  }

  /// Ends the session that runs, and says why in the story.
  package func end(_ code: NFCReaderError.Code, because reason: String) {
    state.withLock { state in
      state.note(reason)
      state.end(code)
    }
  }

  /// Time passes.
  package func wait(_ nanoseconds: Int64) {
    state.withLock { state in
      state.note("\(nanoseconds / 1_000_000) ms pass")
      state.wait(nanoseconds)
    }
  }

  /// Whether a session has not yet told its delegate that it is over.
  package var isClosing: Bool { state.withLock { $0.closing != nil } }

  /// Reads the message of a tag that is held to the phone while no app reads, and puts the tag away
  /// again. `refusal` says why nothing is read.
  package func readInBackground(
    _ tag: PhoneTag
  ) -> (message: [UInt8]?, refusal: String?, card: (any Card)?) {
    state.withLock { state in
      state.note("\(tag.name) is held to the phone, and no app reads")
      guard state.hasNFC else { return (nil, "this device cannot read tags", tag.card) }
      guard state.session == nil, state.closing == nil else {
        return (nil, "a session is running, and background reading waits for its end", tag.card)
      }
      guard !state.isBusy else {
        return (nil, "the radio is in use, and background reading waits for it", tag.card)
      }
      var tag = tag
      let message: [UInt8]?
      var refusal: String?
      do throws(Refusal) {
        message = try tag.readNDEF()
      } catch {
        message = nil
        refusal = error.reason
      }
      state.hear(background: &tag)
      return (message, refusal, tag.card)
    }
  }
}

extension PhoneTag {
  /// The message that the tag holds; nil without one.
  package mutating func readMessage() -> [UInt8]? { try? readNDEF() }

  /// Finds the tag, whatever it speaks, and reads its message.
  mutating func readNDEF() throws(Refusal) -> [UInt8] {
    losePower()
    var found = selectTypeA() ?? selectTypeB()
    if found == nil, let answer = poll(system: 0x12FC) {
      found = TagFacts(.feliCa, .nfcF, answer.idm)
    }
    guard let facts = found ?? inventory() else {
      throw Refusal(.readerErrorUnsupportedFeature, "the phone does not know this kind of tag")
    }
    var link = TagLink(self, facts, isApps: false)
    defer { self = link.tag }
    return try link.readNDEF()
  }
}

extension PhoneState {
  /// Takes over what went over the air of a tag that is in no session.
  mutating func hear(background tag: inout PhoneTag) {
    air.note(.fieldOn)
    air.note(tag.device.takeLog())
    air.note(.fieldOff)
    tag.losePower()
  }
}
