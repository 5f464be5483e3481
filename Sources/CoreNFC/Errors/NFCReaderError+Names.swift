/// The codes under the name of the error, so that `NFCReaderError.…` may be caught and compared.
extension NFCReaderError {
  /// The phone, or its software, does not have what was asked for.
  public static var readerErrorUnsupportedFeature: Code {
    .readerErrorUnsupportedFeature
  }
  /// An entitlement or an entry of Info.plist is missing, or what was asked for is not allowed.
  public static var readerErrorSecurityViolation: Code {
    .readerErrorSecurityViolation
  }
  /// A parameter is wrong.
  public static var readerErrorInvalidParameter: Code {
    .readerErrorInvalidParameter
  }
  /// A parameter has the wrong length.
  public static var readerErrorInvalidParameterLength: Code {
    .readerErrorInvalidParameterLength
  }
  /// A parameter is out of its range.
  public static var readerErrorParameterOutOfBound: Code {
    .readerErrorParameterOutOfBound
  }
  /// The radio is switched off.
  public static var readerErrorRadioDisabled: Code {
    .readerErrorRadioDisabled
  }
  /// The device or its owner may not use this kind of session.
  public static var readerErrorIneligible: Code {
    .readerErrorIneligible
  }
  /// The user did not accept that the app has access.
  public static var readerErrorAccessNotAccepted: Code {
    .readerErrorAccessNotAccepted
  }
  /// The tag has gone, or stopped answering.
  public static var readerTransceiveErrorTagConnectionLost: Code {
    .readerTransceiveErrorTagConnectionLost
  }
  /// Too many retries.
  public static var readerTransceiveErrorRetryExceeded: Code {
    .readerTransceiveErrorRetryExceeded
  }
  /// The tag refused, or its answer makes no sense.
  public static var readerTransceiveErrorTagResponseError: Code {
    .readerTransceiveErrorTagResponseError
  }
  /// The session is over.
  public static var readerTransceiveErrorSessionInvalidated: Code {
    .readerTransceiveErrorSessionInvalidated
  }
  /// The tag is not the connected one.
  public static var readerTransceiveErrorTagNotConnected: Code {
    .readerTransceiveErrorTagNotConnected
  }
  /// The command is longer than the tag takes.
  public static var readerTransceiveErrorPacketTooLong: Code {
    .readerTransceiveErrorPacketTooLong
  }
  /// The user, or the app itself, ended the session.
  public static var readerSessionInvalidationErrorUserCanceled: Code {
    .readerSessionInvalidationErrorUserCanceled
  }
  /// The session lasted 60 seconds.
  public static var readerSessionInvalidationErrorSessionTimeout: Code {
    .readerSessionInvalidationErrorSessionTimeout
  }
  /// The session ended because the app left the foreground, or because something failed.
  public static var readerSessionInvalidationErrorSessionTerminatedUnexpectedly: Code {
    .readerSessionInvalidationErrorSessionTerminatedUnexpectedly
  }
  /// Another session is using the radio.
  public static var readerSessionInvalidationErrorSystemIsBusy: Code {
    .readerSessionInvalidationErrorSystemIsBusy
  }
  /// The session has read its one tag, as it was told to. This is no failure.
  public static var readerSessionInvalidationErrorFirstNDEFTagRead: Code {
    .readerSessionInvalidationErrorFirstNDEFTagRead
  }
  /// A command configuration is wrong.
  public static var tagCommandConfigurationErrorInvalidParameters: Code {
    .tagCommandConfigurationErrorInvalidParameters
  }
  /// The tag is read-only.
  public static var ndefReaderSessionErrorTagNotWritable: Code {
    .ndefReaderSessionErrorTagNotWritable
  }
  /// Writing failed.
  public static var ndefReaderSessionErrorTagUpdateFailure: Code {
    .ndefReaderSessionErrorTagUpdateFailure
  }
  /// The message is larger than the tag.
  public static var ndefReaderSessionErrorTagSizeTooSmall: Code {
    .ndefReaderSessionErrorTagSizeTooSmall
  }
  /// The tag is formatted and holds no message.
  public static var ndefReaderSessionErrorZeroLengthMessage: Code {
    .ndefReaderSessionErrorZeroLengthMessage
  }
  /// The user does not let the app know where the phone is.
  public static var paymentTagReaderSessionErrorLocationAuthorizationDenied: Code {
    .paymentTagReaderSessionErrorLocationAuthorizationDenied
  }
  /// The app may not know where the phone is.
  public static var paymentTagReaderSessionErrorLocationServiceRestricted: Code {
    .paymentTagReaderSessionErrorLocationServiceRestricted
  }
  /// The phone does not know where it is.
  public static var paymentTagReaderSessionErrorOnDeviceLocationUnavailable: Code {
    .paymentTagReaderSessionErrorOnDeviceLocationUnavailable
  }
}
