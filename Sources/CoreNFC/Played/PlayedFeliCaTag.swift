import Foundation

/// A FeliCa card on the phone.
final class PlayedFeliCaTag: PlayedObject, NFCFeliCaTag {
  var type: __NFCTagType { .feliCa }
  var currentSystemCode: Data { Data(handle.facts.systemCode) }
  var currentIDm: Data { Data(handle.facts.identifier) }

  func polling(
    systemCode: Data, requestCode: NFCFeliCaPollingRequestCode, timeSlot: NFCFeliCaPollingTimeSlot,
    completionHandler: @escaping (Data, Data, (any Error)?) -> Void
  ) {
    perform("polling") { (link) throws(Refusal) in
      try link.poll(Array(systemCode), UInt8(requestCode.rawValue), UInt8(timeSlot.rawValue))
    } then: { result in
      let answer = result.value(or: ([], []))
      completionHandler(Data(answer.0), Data(answer.1), result.failure)
    }
  }

  func requestService(
    nodeCodeList: [Data], completionHandler: @escaping ([Data], (any Error)?) -> Void
  ) {
    perform("requestService") { (link) throws(Refusal) in
      try link.requestService(nodeCodeList.map { Array($0) })
    } then: { result in
      completionHandler(result.value(or: []).map { Data($0) }, result.failure)
    }
  }

  func requestResponse(completionHandler: @escaping (Int, (any Error)?) -> Void) {
    perform("requestResponse") { (link) throws(Refusal) in
      let answer = try link.feliCaAnswer(0x04, [], least: 1)
      return Int(answer[0])
    } then: {
      completionHandler($0.value(or: 0), $0.failure)
    }
  }

  func readWithoutEncryption(
    serviceCodeList: [Data], blockList: [Data],
    completionHandler: @escaping (Int, Int, [Data], (any Error)?) -> Void
  ) {
    perform("readWithoutEncryption") { (link) throws(Refusal) in
      try link.readBlocks(serviceCodeList.map { Array($0) }, blockList.map { Array($0) })
    } then: { result in
      let answer = result.value(or: (0, 0, []))
      completionHandler(answer.0, answer.1, answer.2.map { Data($0) }, result.failure)
    }
  }

  func writeWithoutEncryption(
    serviceCodeList: [Data], blockList: [Data], blockData: [Data],
    completionHandler: @escaping (Int, Int, (any Error)?) -> Void
  ) {
    perform("writeWithoutEncryption") { (link) throws(Refusal) in
      try link.writeBlocks(
        serviceCodeList.map { Array($0) }, blockList.map { Array($0) }, blockData.map { Array($0) })
    } then: { result in
      let answer = result.value(or: (0, 0))
      completionHandler(answer.0, answer.1, result.failure)
    }
  }

  func requestSystemCode(completionHandler: @escaping ([Data], (any Error)?) -> Void) {
    perform("requestSystemCode") { (link) throws(Refusal) -> [[UInt8]] in
      let answer = try link.feliCaAnswer(0x0C, [], least: 1)
      return try TagLink.list(answer, countAt: 0)
    } then: { result in
      completionHandler(result.value(or: []).map { Data($0) }, result.failure)
    }
  }

  func requestServiceV2(
    nodeCodeList: [Data],
    completionHandler:
      @escaping (Int, Int, NFCFeliCaEncryptionId, [Data], [Data], (any Error)?)
      -> Void
  ) {
    perform("requestServiceV2") { (link) throws(Refusal) in
      try link.requestServiceV2(nodeCodeList.map { Array($0) })
    } then: { result in
      let answer = result.value(or: ServiceVersions())
      completionHandler(
        answer.flags.0, answer.flags.1, answer.cipher, answer.aes.map { Data($0) },
        answer.des.map { Data($0) }, result.failure)
    }
  }

  func requestSpecificationVersion(
    completionHandler: @escaping (Int, Int, Data, Data, (any Error)?) -> Void
  ) {
    perform("requestSpecificationVersion") { (link) throws(Refusal) in
      let answer = try link.feliCaAnswer(0x3C, [0x00, 0x00], least: 2)
      // Status, format, the basic version in two bytes, a count, and as many options.
      let basic = answer.count >= 5 ? Array(answer[3...4]) : []
      return (Int(answer[0]), Int(answer[1]), basic, Array(answer.dropFirst(6)))
    } then: { result in
      let answer = result.value(or: (0, 0, [], []))
      completionHandler(answer.0, answer.1, Data(answer.2), Data(answer.3), result.failure)
    }
  }

  func resetMode(completionHandler: @escaping (Int, Int, (any Error)?) -> Void) {
    perform("resetMode") { (link) throws(Refusal) in
      let answer = try link.feliCaAnswer(0x3E, [0x00, 0x00], least: 2)
      return (Int(answer[0]), Int(answer[1]))
    } then: { result in
      let answer = result.value(or: (0, 0))
      completionHandler(answer.0, answer.1, result.failure)
    }
  }

  func sendFeliCaCommand(
    commandPacket: Data, completionHandler: @escaping (Data, (any Error)?) -> Void
  ) {
    perform("sendFeliCaCommand") { (link) throws(Refusal) in
      try link.feliCaCommand(Array(commandPacket))
    } then: {
      completionHandler(Data($0.value(or: [])), $0.failure)
    }
  }
}
