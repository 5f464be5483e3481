import AppleRules
import Synchronization
import Tags

/// What is done with tags.
extension Phone {
  /// Connects a tag; another one that was connected is halted.
  func connect(_ handle: TagHandle?, in core: SessionCore) -> Refusal? {
    state.withLock { state in
      guard let session = state.session, session.core === core else { return .sessionOver }
      guard let handle, handle.session === core else {
        return Refusal(
          .readerErrorInvalidParameter, "Only tag from the current session is allowed")
      }
      guard handle.round == session.round else {
        state.note("the app connects a tag that was found before it looked anew")
        return .notConnected
      }
      guard let index = state.tags.firstIndex(where: { $0.id == handle.tag }),
        !state.tags[index].isGone
      else {
        state.note("the app connects a tag that has gone")
        return .tagGone
      }
      let isConnected = session.connected?.tag == handle.tag && state.tags[index].isSelected
      if isConnected, !state.tags[index].hasRefused { return nil }
      for other in state.tags.indices where other != index {
        state.tags[other].halt()
        state.hear(other)
      }
      if !state.tags[index].isSelected || state.tags[index].hasRefused {
        let isBack = state.reselect(index, handle.facts)
        guard isBack else { return .tagGone }
      }
      state.session?.connected = (handle.tag, state.air.time)
      state.note("the app connects \(state.tags[index].name)")
      return nil
    }
  }

  /// Does something with a connected tag.
  func run<Value: Sendable>(
    _ name: String, on handle: TagHandle, isApps: Bool = true,
    _ body: (inout TagLink) throws(Refusal) -> Value
  ) -> Result<Value, Refusal> {
    state.withLock { state in
      guard let session = state.session, session.core === handle.session else {
        return .failure(.sessionOver)
      }
      guard session.connected?.tag == handle.tag, session.round == handle.round else {
        state.note("\(name): \(Refusal.notConnected.reason)")
        return .failure(.notConnected)
      }
      guard let index = state.tags.firstIndex(where: { $0.id == handle.tag }) else {
        state.note("\(name): \(Refusal.tagGone.reason)")
        return .failure(.tagGone)
      }
      // It has left and come back, and hears nothing before it is connected once more.
      guard state.tags[index].isSelected || state.tags[index].isGone else {
        state.note("\(name): the tag had gone, and has to be connected again")
        return .failure(.tagGone)
      }
      var link = TagLink(state.tags[index], handle.facts, isApps: isApps)
      link.systems = state.plist.systems.compactMap { $0 }
      link.allowed = state.plist.applications.compactMap { $0 }
      link.allowsPayment = session.core.kind.isPayment
      let result: Result<Value, Refusal>
      do throws(Refusal) {
        result = .success(try body(&link))
      } catch {
        result = .failure(error)
      }
      handle.facts = link.facts
      state.finish(link, index, name, result)
      return result
    }
  }

  /// Reads the messages of tags for a delegate that wants nothing else.
  func readMessages(of handles: [TagHandle], in core: SessionCore) {
    state.withLock { state in
      guard state.session?.core === core else { return }
      state.session?.readsOnly = true
      var messages: [NDEFMessage] = []
      for handle in handles {
        state.session?.read.insert(handle.tag)
        guard let index = state.tags.firstIndex(where: { $0.id == handle.tag }),
          state.tags[index].isSelected || state.reselect(index, handle.facts)
        else { continue }
        var link = TagLink(state.tags[index], handle.facts, isApps: false)
        let bytes = try? link.readNDEF()
        state.finish(link, index, "reads the message of \(state.tags[index].name)", .success(()))
        if let bytes { messages.append(NDEFMessage(reading: bytes)) }
      }
      state.session?.found = []
      // Tags that hold nothing are passed over; what comes next is looked at again.
      state.session?.isPolling = true
      guard !messages.isEmpty else {
        return state.note("no message was read, and the phone goes on looking")
      }
      state.note("→ didDetectNDEFs with \(messages.count)")
      core.post(.messages(messages))
      if case .ndef(true) = core.kind {
        state.end(.readerSessionInvalidationErrorFirstNDEFTagRead)
      }
    }
  }
}

extension PhoneState {
  /// Wakes and selects a tag once more.
  fileprivate mutating func reselect(_ index: Int, _ facts: TagFacts) -> Bool {
    let isBack = tags[index].selectAgain(facts)
    if isBack, !facts.initialAID.isEmpty, let aid = Hexadecimal.bytes(facts.initialAID) {
      var link = TagLink(tags[index], facts, isApps: false)
      _ = try? link.select(aid)
      tags[index] = link.tag
    }
    hear(index)
    return isBack
  }

  /// Takes over what was done with a tag.
  fileprivate mutating func finish<Value>(
    _ link: TagLink, _ index: Int, _ name: String, _ result: Result<Value, Refusal>
  ) {
    tags[index] = link.tag
    let begin = air.time
    hear(index)
    commands += link.commands.map { $0.at(begin) }
    for said in link.commands {
      note("> \(Self.short(said.command))  < \(said.answer.map(Self.short) ?? "nothing")")
    }
    if case .failure(let refusal) = result {
      note("\(name): error \(refusal.code.rawValue), \(refusal.reason)")
    } else {
      note(name)
    }
    if tags[index].isGone { note("\(tags[index].name) was taken away") }
    checkTime()
  }

  /// Bytes in hex; of long ones the beginning and how many there are.
  private static func short(_ bytes: [UInt8]) -> String {
    bytes.count <= 40
      ? Hexadecimal.text(bytes)
      : "\(Hexadecimal.text(bytes.prefix(32)))… (\(bytes.count) bytes)"
  }
}
