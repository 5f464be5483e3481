/// The forms of one block, each once, in the order in which they were met.
struct FormTable {
  private(set) var forms: [FrameForm] = []
  private var numbers: [FrameForm: Int] = [:]
  /// Where a form was last found, by a hash that costs nothing; what it says is checked.
  private var guesses = [Int](repeating: 0, count: 256)

  /// Forgets all forms and keeps the room.
  mutating func clear() {
    forms.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }

  /// The number of a form, which is added where it is new.
  mutating func number(of form: FrameForm) -> Int {
    let slot =
      Int(form.length &* 4 &+ UInt32(form.direction.rawValue) &+ UInt32(form.check.rawValue) &* 67)
      & 0xFF
    let guess = guesses[slot]
    if guess < forms.count && forms[guess] == form { return guess }
    let number = numbers[form] ?? forms.count
    if number == forms.count {
      forms.append(form)
      numbers[form] = number
    }
    guesses[slot] = number
    return number
  }
}
