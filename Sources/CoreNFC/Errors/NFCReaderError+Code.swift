extension NFCReaderError {
  /// What can go wrong.
  public enum Code: Int, Sendable, CaseIterable {
    /// The phone, or its software, does not have what was asked for.
    case readerErrorUnsupportedFeature = 1
    /// An entitlement or an entry of Info.plist is missing, or what was asked for is not allowed.
    case readerErrorSecurityViolation = 2
    /// A parameter is wrong.
    case readerErrorInvalidParameter = 3
    /// A parameter has the wrong length.
    case readerErrorInvalidParameterLength = 4
    /// A parameter is out of its range.
    case readerErrorParameterOutOfBound = 5
    /// The radio is switched off.
    case readerErrorRadioDisabled = 6
    /// The device or its owner may not use this kind of session.
    case readerErrorIneligible = 7
    /// The user did not accept that the app has access.
    case readerErrorAccessNotAccepted = 8
    /// The tag has gone, or stopped answering.
    case readerTransceiveErrorTagConnectionLost = 100
    /// Too many retries.
    case readerTransceiveErrorRetryExceeded = 101
    /// The tag refused, or its answer makes no sense.
    case readerTransceiveErrorTagResponseError = 102
    /// The session is over.
    case readerTransceiveErrorSessionInvalidated = 103
    /// The tag is not the connected one.
    case readerTransceiveErrorTagNotConnected = 104
    /// The command is longer than the tag takes.
    case readerTransceiveErrorPacketTooLong = 105
    /// The user, or the app itself, ended the session.
    case readerSessionInvalidationErrorUserCanceled = 200
    /// The session lasted 60 seconds.
    case readerSessionInvalidationErrorSessionTimeout = 201
    /// The session ended because the app left the foreground, or because something failed.
    case readerSessionInvalidationErrorSessionTerminatedUnexpectedly = 202
    /// Another session is using the radio.
    case readerSessionInvalidationErrorSystemIsBusy = 203
    /// The session has read its one tag, as it was told to. This is no failure.
    case readerSessionInvalidationErrorFirstNDEFTagRead = 204
    /// A command configuration is wrong.
    case tagCommandConfigurationErrorInvalidParameters = 300
    /// The tag is read-only.
    case ndefReaderSessionErrorTagNotWritable = 400
    /// Writing failed.
    case ndefReaderSessionErrorTagUpdateFailure = 401
    /// The message is larger than the tag.
    case ndefReaderSessionErrorTagSizeTooSmall = 402
    /// The tag is formatted and holds no message.
    case ndefReaderSessionErrorZeroLengthMessage = 403
    /// The user does not let the app know where the phone is. Its number is not published; this one is ours.
    case paymentTagReaderSessionErrorLocationAuthorizationDenied = 500
    /// The app may not know where the phone is. Its number is not published; this one is ours.
    case paymentTagReaderSessionErrorLocationServiceRestricted = 501
    /// The phone does not know where it is. Its number is not published; this one is ours.
    case paymentTagReaderSessionErrorOnDeviceLocationUnavailable = 502
  }
}

extension NFCReaderError.Code {
  /// Whether an error has this code.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? NFCReaderError)?.code == code
  }

  /// What the phone says of it, as reports have it.
  var words: String {
    switch self {
    case .readerErrorUnsupportedFeature:
      "Feature not supported"
    case .readerErrorSecurityViolation:
      "Missing required entitlement"
    case .readerErrorInvalidParameter:
      "Invalid parameter"
    case .readerErrorInvalidParameterLength:
      "Invalid parameter length"
    case .readerErrorParameterOutOfBound:
      "Parameter out of bound"
    case .readerErrorRadioDisabled:
      "NFC radio is disabled"
    case .readerErrorIneligible:
      "Reader session is not eligible"
    case .readerErrorAccessNotAccepted:
      "Access is not accepted"
    case .readerTransceiveErrorTagConnectionLost:
      "Tag connection lost"
    case .readerTransceiveErrorRetryExceeded:
      "Maximum retry exceeded"
    case .readerTransceiveErrorTagResponseError:
      "Tag response error / no response"
    case .readerTransceiveErrorSessionInvalidated:
      "Session is invalidated"
    case .readerTransceiveErrorTagNotConnected:
      "Tag is not connected"
    case .readerTransceiveErrorPacketTooLong:
      "Packet is too long"
    case .readerSessionInvalidationErrorUserCanceled:
      "Session invalidated by user"
    case .readerSessionInvalidationErrorSessionTimeout:
      "Session timeout"
    case .readerSessionInvalidationErrorSessionTerminatedUnexpectedly:
      "Session invalidated unexpectedly"
    case .readerSessionInvalidationErrorSystemIsBusy:
      "System resource unavailable"
    case .readerSessionInvalidationErrorFirstNDEFTagRead:
      "First NDEF tag read"
    case .tagCommandConfigurationErrorInvalidParameters:
      "Invalid command configuration parameters"
    case .ndefReaderSessionErrorTagNotWritable:
      "NDEF tag is not writable"
    case .ndefReaderSessionErrorTagUpdateFailure:
      "NDEF tag update failure"
    case .ndefReaderSessionErrorTagSizeTooSmall:
      "NDEF tag size is too small"
    case .paymentTagReaderSessionErrorLocationAuthorizationDenied:
      "The user does not let the app know where the phone is"
    case .paymentTagReaderSessionErrorLocationServiceRestricted:
      "The app may not know where the phone is"
    case .paymentTagReaderSessionErrorOnDeviceLocationUnavailable:
      "The phone does not know where it is"
    case .ndefReaderSessionErrorZeroLengthMessage:
      "NDEF tag does not contain any NDEF message"
    }
  }
}
