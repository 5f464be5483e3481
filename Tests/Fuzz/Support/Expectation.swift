import Glibc

/// Ends the program, which libFuzzer takes for a crash, where something does not hold.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard !holds else { return }
  let words = "expected: \(what())\n"
  _ = unsafe write(STDERR_FILENO, words, words.utf8.count)
  abort()
}
