/// Answers to what was asked lately, so that they are not looked up again: a table of fixed size, in
/// which a new answer takes the place of the one that its fingerprint falls on.
struct RecentAnswers<Question: Equatable & Sendable, Answer: Sendable>: Sendable {
  private var slots: [Slot?]

  /// A question and its answer.
  private struct Slot: Sendable {
    let question: Question
    let answer: Answer
  }

  /// Makes room for so many answers, a power of two.
  init(room: Int) { slots = Array(repeating: nil, count: room) }

  /// The answer to a question, if it is still there.
  func answer(to question: Question, _ mark: Fingerprint) -> Answer? {
    guard let slot = slots[place(of: mark)], slot.question == question else { return nil }
    return slot.answer
  }

  mutating func keep(_ answer: Answer, to question: Question, _ mark: Fingerprint) {
    slots[place(of: mark)] = Slot(question: question, answer: answer)
  }

  private func place(of mark: Fingerprint) -> Int {
    Int(truncatingIfNeeded: mark.value) & (slots.count - 1)
  }
}
