/// The names before Swift's own.
extension NFCVASResponse.ErrorCode {
  /// Now `success`.
  @available(*, deprecated, renamed: "success")
  public static var VASErrorCodeSuccess: Self { .success }
  /// Now `dataNotFound`.
  @available(*, deprecated, renamed: "dataNotFound")
  public static var VASErrorCodeDataNotFound: Self { .dataNotFound }
  /// Now `dataNotActivated`.
  @available(*, deprecated, renamed: "dataNotActivated")
  public static var VASErrorCodeDataNotActivated: Self { .dataNotActivated }
  /// Now `wrongParameters`.
  @available(*, deprecated, renamed: "wrongParameters")
  public static var VASErrorCodeWrongParameters: Self { .wrongParameters }
  /// Now `wrongLCField`.
  @available(*, deprecated, renamed: "wrongLCField")
  public static var VASErrorCodeWrongLCField: Self { .wrongLCField }
  /// Now `userIntervention`.
  @available(*, deprecated, renamed: "userIntervention")
  public static var VASErrorCodeUserIntervention: Self { .userIntervention }
  /// Now `incorrectData`.
  @available(*, deprecated, renamed: "incorrectData")
  public static var VASErrorCodeIncorrectData: Self { .incorrectData }
  /// Now `unsupportedApplicationVersion`.
  @available(*, deprecated, renamed: "unsupportedApplicationVersion")
  public static var VASErrorCodeUnsupportedApplicationVersion: Self {
    .unsupportedApplicationVersion
  }
}
