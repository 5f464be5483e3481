/// What a finding is about. The raw value is its name on every surface and never changes meaning.
package enum FindingID: String, CaseIterable, Sendable, Hashable {
  // What the bytes themselves break.
  case crcMismatch = "crc-mismatch"
  case bccMismatch = "bcc-mismatch"
  case parityError = "parity-error"
  case truncatedFrame = "truncated-frame"
  case badPseudoHeader = "bad-pseudo-header"
  case malformedATS = "malformed-ats"
  case malformedAPDU = "malformed-apdu"
  case malformedTLV = "malformed-tlv"
  case malformedCommand = "malformed-command"
  case isoDepReservedBlock = "iso-dep-reserved-block"
  case malformedHostFrame = "malformed-host-frame"
  case traceDamaged = "trace-damaged"

  // What an NDEF message breaks.
  case ndefHeader = "ndef-header"
  case ndefChunk = "ndef-chunk"
  case ndefTruncated = "ndef-truncated"
  case ndefTrailingBytes = "ndef-trailing-bytes"
  case ndefType = "ndef-type"
  case ndefText = "ndef-text"
  case ndefURI = "ndef-uri"
  case ndefSmartPoster = "ndef-smart-poster"
  case ndefSignature = "ndef-signature"
  case ndefHandover = "ndef-handover"
  case ndefWiFi = "ndef-wifi"
  case ndefBluetooth = "ndef-bluetooth"
  case ndefVCard = "ndef-vcard"
  case ndefDeviceInformation = "ndef-device-information"
  case ndefStatusWords = "ndef-status-words"
  case ndefNoRecord = "ndef-no-record"
  case ndefWasteful = "ndef-wasteful"
  case ndefLimit = "ndef-limit"
  case ndefEmpty = "ndef-empty"

  // What the conversation breaks.
  case uidIncomplete = "uid-incomplete"
  case uidReversed = "uid-reversed"
  case authenticationFailed = "authentication-failed"
  case isoDepBlockNumber = "iso-dep-block-number"
  case isoDepRepeatedBlock = "iso-dep-repeated-block"
  case isoDepBrokenChain = "iso-dep-broken-chain"
  case isoDepWaitingTime = "iso-dep-waiting-time"
  case slowAnswer = "slow-answer"
  case unansweredCommand = "unanswered-command"
  case statusIgnored = "status-ignored"
  case visitFailed = "visit-failed"
  case capabilityExceeded = "capability-exceeded"
  case commandUnsupported = "command-unsupported"
  case fileNotFound = "file-not-found"
  case applicationNotFound = "application-not-found"
  case retryCounter = "retry-counter"
  case referenceBlocked = "reference-blocked"
  case timeContradiction = "time-contradiction"
  case cutByCapture = "cut-by-capture"
  case bytesLeftOut = "bytes-left-out"
  case readerStatus = "reader-status"
  case memoryUnread = "memory-unread"
  case repeatedNonce = "repeated-nonce"

  // What a tag's memory breaks, or what is done to it.
  case memoryTLV = "memory-tlv"
  case memoryContainer = "memory-container"
  case memoryChecksum = "memory-checksum"
  case memoryMessageLength = "memory-message-length"
  case memoryCount = "memory-count"
  case memoryIncomplete = "memory-incomplete"
  case memoryConflict = "memory-conflict"
  case memoryWriteRefused = "memory-write-refused"
  case memoryUpdateOrder = "memory-update-order"
  case memoryDefaultPassword = "memory-default-password"
  case memoryLockControl = "memory-lock-control"
  case memoryTransferSize = "memory-transfer-size"
  case memoryPermanent = "memory-permanent"
  case memoryLocked = "memory-locked"

  // What a reader of the trace wants to know.
  case paymentSelected = "payment-selected"
  case paymentOffered = "payment-offered"
  case personalData = "personal-data"
  case aidUnassigned = "aid-unassigned"
  case memoryBlockSize = "memory-block-size"
  case memoryAccessBits = "memory-access-bits"
  case aidProprietary = "aid-proprietary"

  // What iOS would do or refuse. These are `lint`'s.
  case iosUsageDescription = "ios-usage-description"
  case iosEntitlementTag = "ios-entitlement-tag"
  case iosEntitlementNDEF = "ios-entitlement-ndef"
  case iosPACE = "ios-pace"
  case iosKeyName = "ios-key-name"
  case iosMisplacedKey = "ios-misplaced-key"
  case iosAIDForm = "ios-aid-form"
  case iosAIDOrder = "ios-aid-order"
  case iosSystemCodeForm = "ios-system-code-form"
  case iosSystemCodeOrder = "ios-system-code-order"
  case iosAIDUnlisted = "ios-aid-unlisted"
  case iosSelectEmpty = "ios-select-empty"
  case iosCardInvisible = "ios-card-invisible"
  case iosNDEFAIDMissing = "ios-ndef-aid-missing"
  case iosDESFireClass = "ios-desfire-class"
  case iosEMRTDSelected = "ios-emrtd-selected"
  case iosPaymentAID = "ios-payment-aid"
  case iosSystemCodeUnlisted = "ios-system-code-unlisted"
  case iosFelicaIDm = "ios-felica-idm"
  case iosMIFAREClassic = "ios-mifare-classic"
  case iosNDEFEmpty = "ios-ndef-empty"
  case iosNDEFUnformatted = "ios-ndef-unformatted"
  case iosNDEFCapacity = "ios-ndef-capacity"
  case iosTextStatus = "ios-text-status"
  case iosTextRaw = "ios-text-raw"
  case iosURIPrefix = "ios-uri-prefix"
  case iosBackground = "ios-background"
  case iosConnectionLost = "ios-connection-lost"
  case iosTagError = "ios-tag-error"
  case iosPasswordPage = "ios-password-page"
  case iosCRCTwice = "ios-crc-twice"
  case iosResponseLength = "ios-response-length"
  case iosWriteLost = "ios-write-lost"
  case iosSeveralTags = "ios-several-tags"
  case iosSessionAgain = "ios-session-again"
  case iosSessionTime = "ios-session-time"
}

extension FindingID: CustomStringConvertible {
  package var description: String { rawValue }

  /// What a finding of this id is, unless the rule says otherwise of one.
  package var severity: Severity {
    switch self {
    case .ndefHeader, .ndefChunk, .ndefTruncated, .ndefTrailingBytes, .ndefText, .ndefURI,
      .ndefSmartPoster, .ndefSignature, .ndefHandover, .ndefWiFi, .ndefBluetooth,
      .ndefDeviceInformation, .ndefStatusWords,
      .crcMismatch, .bccMismatch, .parityError, .truncatedFrame, .badPseudoHeader,
      .malformedATS, .malformedAPDU, .malformedTLV, .malformedCommand, .isoDepReservedBlock,
      .malformedHostFrame, .traceDamaged, .isoDepBlockNumber, .commandUnsupported,
      .referenceBlocked, .readerStatus, .uidReversed, .memoryUnread, .memoryAccessBits,
      .memoryTLV, .memoryContainer, .memoryChecksum, .memoryMessageLength, .memoryIncomplete,
      .iosUsageDescription, .iosEntitlementTag, .iosEntitlementNDEF, .iosKeyName, .iosAIDForm,
      .iosSystemCodeForm, .iosAIDUnlisted, .iosSelectEmpty, .iosCardInvisible, .iosNDEFAIDMissing,
      .iosPaymentAID, .iosSystemCodeUnlisted, .iosFelicaIDm, .iosMIFAREClassic, .iosNDEFCapacity,
      .iosCRCTwice, .iosResponseLength:
      .error
    case .ndefType, .ndefVCard, .ndefLimit,
      .uidIncomplete, .isoDepRepeatedBlock, .isoDepBrokenChain, .isoDepWaitingTime,
      .slowAnswer, .unansweredCommand, .statusIgnored, .visitFailed, .capabilityExceeded,
      .retryCounter, .bytesLeftOut, .aidUnassigned, .memoryBlockSize,
      .authenticationFailed,
      .memoryConflict, .memoryWriteRefused, .memoryUpdateOrder, .memoryDefaultPassword,
      .memoryLockControl, .memoryTransferSize, .memoryCount, .repeatedNonce, .iosPACE,
      .iosMisplacedKey, .iosDESFireClass, .iosEMRTDSelected, .iosNDEFUnformatted, .iosTextRaw,
      .iosConnectionLost, .iosTagError, .iosPasswordPage, .iosWriteLost, .iosSeveralTags,
      .iosSessionTime:
      .warning
    case .ndefNoRecord, .ndefWasteful, .ndefEmpty,
      .fileNotFound, .applicationNotFound, .timeContradiction, .cutByCapture, .paymentSelected,
      .paymentOffered, .personalData, .aidProprietary, .memoryPermanent, .memoryLocked,
      .iosAIDOrder, .iosSystemCodeOrder, .iosNDEFEmpty, .iosTextStatus, .iosURIPrefix,
      .iosBackground, .iosSessionAgain:
      .note
    }
  }

  /// What kind of reader of a report cares about it.
  package var category: Category {
    switch self {
    case .ndefHeader, .ndefChunk, .ndefTruncated, .ndefTrailingBytes, .ndefType, .ndefText,
      .ndefURI, .ndefSmartPoster, .ndefSignature, .ndefHandover, .ndefWiFi, .ndefBluetooth,
      .ndefVCard, .ndefDeviceInformation, .ndefStatusWords,
      .crcMismatch, .bccMismatch, .parityError, .truncatedFrame, .badPseudoHeader,
      .malformedATS, .malformedAPDU, .malformedTLV, .malformedCommand, .isoDepReservedBlock,
      .malformedHostFrame, .traceDamaged, .memoryTLV, .memoryContainer, .memoryChecksum,
      .memoryMessageLength, .memoryCount:
      .malformed
    case .ndefLimit,
      .uidIncomplete, .uidReversed, .authenticationFailed, .memoryAccessBits, .isoDepBlockNumber,
      .isoDepRepeatedBlock,
      .isoDepBrokenChain, .isoDepWaitingTime, .slowAnswer, .unansweredCommand, .statusIgnored,
      .visitFailed, .commandUnsupported, .fileNotFound, .applicationNotFound, .retryCounter,
      .referenceBlocked,
      .timeContradiction, .cutByCapture, .bytesLeftOut, .readerStatus, .memoryUnread,
      .memoryIncomplete, .memoryConflict, .memoryWriteRefused, .memoryUpdateOrder,
      .memoryPermanent,
      .repeatedNonce:
      .protocol
    case .paymentSelected, .paymentOffered, .iosPaymentAID: .payment
    case .personalData, .memoryDefaultPassword: .privacy
    case .ndefNoRecord, .ndefWasteful, .ndefEmpty,
      .capabilityExceeded, .aidUnassigned, .aidProprietary, .memoryBlockSize,
      .memoryLockControl, .memoryTransferSize, .memoryLocked, .iosUsageDescription,
      .iosEntitlementTag, .iosEntitlementNDEF, .iosPACE, .iosKeyName, .iosMisplacedKey, .iosAIDForm,
      .iosAIDOrder, .iosSystemCodeForm, .iosSystemCodeOrder, .iosAIDUnlisted, .iosSelectEmpty,
      .iosCardInvisible, .iosNDEFAIDMissing, .iosDESFireClass, .iosEMRTDSelected,
      .iosSystemCodeUnlisted, .iosFelicaIDm, .iosMIFAREClassic, .iosNDEFEmpty, .iosNDEFUnformatted,
      .iosNDEFCapacity, .iosTextStatus, .iosTextRaw, .iosURIPrefix, .iosBackground,
      .iosConnectionLost, .iosTagError, .iosPasswordPage, .iosCRCTwice, .iosResponseLength,
      .iosWriteLost, .iosSeveralTags, .iosSessionAgain, .iosSessionTime:
      .compatibility
    }
  }
}

/// How bad a finding is, least bad first.
package enum Severity: UInt8, CaseIterable, Comparable, Sendable, Hashable {
  case note, warning, error

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  /// The word for it on every surface.
  package var word: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// What a finding concerns.
package enum Category: String, CaseIterable, Sendable, Hashable {
  case malformed, payment, privacy, `protocol`, compatibility
}
