/// Why the phone does not do something.
struct Refusal: Error, Equatable {
  var code: NFCReaderError.Code
  /// What a tag of ISO/IEC 15693 says is wrong.
  var tagError: Int?
  /// How long an answer was that should have another length.
  var wrongLength: Int?
  /// Why, for the story.
  var reason: String

  init(
    _ code: NFCReaderError.Code, _ reason: String, tagError: Int? = nil, wrongLength: Int? = nil
  ) {
    self.code = code
    self.reason = reason
    self.tagError = tagError
    self.wrongLength = wrongLength
  }

  /// What the app gets.
  var error: NFCReaderError {
    var details: [String: Any] = [:]
    details[NFCISO15693TagResponseErrorKey] = tagError
    details[NFCTagResponseUnexpectedLengthErrorKey] = wrongLength
    return NFCReaderError(code, userInfo: details)
  }
}

extension Refusal {
  static let tagGone = Refusal(.readerTransceiveErrorTagConnectionLost, "the tag has gone")
  static let tagSilent = Refusal(
    .readerTransceiveErrorTagResponseError, "the tag does not answer")
  /// An answer of so many bytes, which are too few or too many.
  static func wrongLength(_ count: Int, _ reason: String) -> Refusal {
    Refusal(.readerTransceiveErrorTagResponseError, reason, wrongLength: count)
  }
  static let sessionOver = Refusal(
    .readerTransceiveErrorSessionInvalidated, "the session is over")
  static let notConnected = Refusal(
    .readerTransceiveErrorTagNotConnected, "the tag is not connected")
}
