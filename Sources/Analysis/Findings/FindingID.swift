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
      .memoryTLV, .memoryContainer, .memoryChecksum, .memoryMessageLength, .memoryIncomplete:
      .error
    case .ndefType, .ndefVCard, .ndefLimit,
      .uidIncomplete, .isoDepRepeatedBlock, .isoDepBrokenChain, .isoDepWaitingTime,
      .slowAnswer, .unansweredCommand, .statusIgnored, .visitFailed, .capabilityExceeded,
      .retryCounter, .bytesLeftOut, .aidUnassigned, .memoryBlockSize,
      .authenticationFailed,
      .memoryConflict, .memoryWriteRefused, .memoryUpdateOrder, .memoryDefaultPassword,
      .memoryLockControl, .memoryTransferSize,
      .repeatedNonce:
      .warning
    case .ndefNoRecord, .ndefWasteful,
      .fileNotFound, .applicationNotFound, .timeContradiction, .cutByCapture, .paymentSelected,
      .paymentOffered, .personalData, .aidProprietary, .memoryPermanent, .memoryLocked:
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
      .memoryMessageLength:
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
    case .paymentSelected, .paymentOffered: .payment
    case .personalData, .memoryDefaultPassword: .privacy
    case .ndefNoRecord, .ndefWasteful,
      .capabilityExceeded, .aidUnassigned, .aidProprietary, .memoryBlockSize,
      .memoryLockControl, .memoryTransferSize, .memoryLocked:
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
