/// Why the phone does not do something.
struct Refusal: Error, Equatable {
  var code: NFCReaderError.Code
  /// What a tag of ISO/IEC 15693 says is wrong.
  var tagError: Int?
  /// Why, for the story.
  var reason: String

  init(_ code: NFCReaderError.Code, _ reason: String, tagError: Int? = nil) {
    self.code = code
    self.reason = reason
    self.tagError = tagError
  }

  /// What the app gets.
  var error: NFCReaderError {
    let details = tagError.map { [NFCISO15693TagResponseErrorKey: $0] } ?? [:]
    return NFCReaderError(code, userInfo: details)
  }
}

extension Refusal {
  static let tagGone = Refusal(.readerTransceiveErrorTagConnectionLost, "the tag has gone")
  static let tagSilent = Refusal(
    .readerTransceiveErrorTagResponseError, "the tag does not answer")
  static let sessionOver = Refusal(
    .readerTransceiveErrorSessionInvalidated, "the session is over")
  static let notConnected = Refusal(
    .readerTransceiveErrorTagNotConnected, "the tag is not connected")
}
