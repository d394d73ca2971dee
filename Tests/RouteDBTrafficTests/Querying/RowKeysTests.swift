import RouteDB
import RouteDBTraffic
import Testing

@Suite("Keys of rows")
struct RowKeysTests {
    @Test("of equal keys the second gets a number, and keys without a value are left out")
    func keys() {
        let keys = RowKeys(["a", "a", "a_2", "b"])
        #expect(keys.names == ["a", "a_2", "a_2_2", "b"])
        var line: [UInt8] = []
        keys.append(to: &line) { $0 == 1 ? JSONValue?.none : .int(Int64($0)) }
        #expect(String(decoding: line, as: UTF8.self) == #"{"a":0,"a_2_2":2,"b":3}"#)
    }
}
