/// Waits for what a completion handler brings.
///
/// The value need not be Sendable: it stays where the caller is.
nonisolated(nonsending) func delivered<Value>(
  _ start: (@escaping (Value?, (any Error)?) -> Void) -> Void
) async throws -> Value {
  let box = Delivery<Value>()
  try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<Void, any Error>) in
    start { value, error in
      if let error { return continuation.resume(throwing: error) }
      box.value = value
      continuation.resume()
    }
  }
  guard let value = box.value else {
    throw NFCReaderError(.readerTransceiveErrorTagResponseError)
  }
  return value
}

/// Waits for a completion handler that brings nothing, or an error.
nonisolated(nonsending) func finished(
  _ start: (@escaping ((any Error)?) -> Void) -> Void
) async throws {
  try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<Void, any Error>) in
    start { error in
      if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
  }
}

/// Where a value waits for whoever asked for it.
private final class Delivery<Value> {
  var value: Value?
}
