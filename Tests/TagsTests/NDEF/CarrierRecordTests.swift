import Bytes
import Testing

@testable import Tags

/// What records of Wi-Fi and Bluetooth say, by hand from their definitions.
@Suite struct CarrierRecordTests {
  @Test func tellsAWiFiNetwork() throws {
    var faults = PayloadFaults()
    let wifi = WiFiConfiguration(
      reading: try bytes(
        "100E 002F 1026 0001 01 1045 0004 53534944 1003 0002 0022 100F 0002 0008"
          + "1027 0008 70617373776F7264 1020 0006 FFFFFFFFFFFF"), faults: &faults)
    #expect(faults.kinds == [.wifi(.noVersion)])
    let network = try #require(wifi.credentials.first)
    #expect(network.ssid == Array("SSID".utf8))
    #expect(network.authentication == 0x0022)
    #expect(network.encryption == 0x0008)
    #expect(network.key == Array("password".utf8))
  }

  @Test(
    "What is wrong with a Wi-Fi configuration",
    arguments: [
      (
        "1045 0009 4142",
        [.wifi(.overrun(type: 0x1045, claimed: 9, available: 2)), .wifi(.noNetwork)]
      ),
      // 43 bytes… a Bluetooth length in front: 0009 least significant first, 9 bytes behind it.
      ("0900 104A 0001 10 1045 0000", [.wifi(.strayPrefix(9))]),
      ("1003 0001 20 102C 0001 00", [.wifi(.length(type: 0x1003, expected: 2, present: 1))]),
      (
        "100E 0013 1045 0001 41 1003 0002 0020 1027 0004 31323334",
        [.wifi(.keyLength(4)), .wifi(.noVersion)]
      ),
    ] as [(String, [NDEFProblem.Kind])]
  )
  func saysWhatIsWrongWithWiFi(hex: String, expected: [NDEFProblem.Kind]) throws {
    var faults = PayloadFaults()
    _ = WiFiConfiguration(reading: try bytes(hex), faults: &faults)
    #expect(faults.kinds == expected)
  }

  @Test func tellsABluetoothDevice() throws {
    var faults = PayloadFaults()
    let pairing = BluetoothPairing(
      isLowEnergy: false,
      reading: try bytes("1300 060504030201 04 0D 040424 05 09 41424344"), faults: &faults)
    #expect(faults.kinds.isEmpty)
    #expect(pairing.address?.text == "01:02:03:04:05:06")
    #expect(pairing.name == "ABCD")
    // Audio and video (04).
    #expect(pairing.deviceClass == 0x240404)
  }

  @Test func tellsALowEnergyDevice() throws {
    var faults = PayloadFaults()
    let pairing = BluetoothPairing(
      isLowEnergy: true, reading: try bytes("08 1B 060504030201 01 02 1C 00"), faults: &faults)
    #expect(faults.kinds.isEmpty)
    #expect(pairing.address?.text == "01:02:03:04:05:06")
    #expect(pairing.address?.isRandom == true)
    #expect(pairing.role == 0)
  }

  @Test(
    "What is wrong with pairing data",
    arguments: [
      ("0800 0102", [.bluetooth(.tooShort(needed: 8, available: 4))]),
      ("0900 010203040506", [.bluetooth(.length(claimed: 9, present: 8))]),
      (
        "0B00 010203040506 09 09 41",
        [.bluetooth(.structureOverrun(type: 9, claimed: 9, available: 2))]
      ),
    ] as [(String, [NDEFProblem.Kind])]
  )
  func saysWhatIsWrongWithBluetooth(hex: String, expected: [NDEFProblem.Kind]) throws {
    var faults = PayloadFaults()
    _ = BluetoothPairing(isLowEnergy: false, reading: try bytes(hex), faults: &faults)
    #expect(faults.kinds == expected)
  }
}
