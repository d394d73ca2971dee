import RouteDB
import Testing

@Suite("Comparing")
struct ComparingTests {
    private func mismatches(_ expect: JSONObject, _ facts: JSONObject) -> [String] {
        Comparison(expect, with: Observation(facts: facts)).mismatches.map(\.key)
    }

    @Test("exactly the expected keys are compared")
    func keys() {
        let facts: JSONObject = ["matched": true, "pattern": "/a"]
        #expect(mismatches(["matched": true], facts) == [])
        #expect(mismatches(["matched": true, "stack": ["A"]], facts) == ["stack"])
        #expect(mismatches(["stack": nil], facts) == [])
    }

    @Test("behavior of a router's debug build is only a remark")
    func remark() { #expect(mismatches(["debugTrap": true], [:]) == []) }

    @Test("services have no order")
    func services() {
        #expect(mismatches(["services": ["b", "a"]], ["services": ["a", "b"]]) == [])
        #expect(mismatches(["services": ["a"]], ["services": ["a", "b"]]) == ["services"])
    }

    @Test("an expected null means no value")
    func null() {
        #expect(mismatches(["pattern": nil], ["pattern": nil]) == [])
        #expect(mismatches(["pattern": nil], ["pattern": "/a"]) == ["pattern"])
        #expect(mismatches(["pattern": "/a"], ["pattern": nil]) == ["pattern"])
    }

    @Test("objects are compared completely, in any order of members")
    func objects() {
        let expect: JSONObject = ["params": ["a": "1", "b": "2"]]
        #expect(mismatches(expect, ["params": ["b": "2", "a": "1"]]) == [])
        #expect(mismatches(expect, ["params": ["a": "1"]]) == ["params"])
        #expect(mismatches(expect, ["params": ["a": "1", "b": "2", "c": "3"]]) == ["params"])
        #expect(mismatches(expect, ["params": ["a": "1", "b": 2]]) == ["params"])
    }

    @Test("lists are compared completely and in order")
    func lists() {
        #expect(mismatches(["calls": ["a", "b"]], ["calls": ["b", "a"]]) == ["calls"])
        #expect(mismatches(["calls": ["a"]], ["calls": ["a", "a"]]) == ["calls"])
    }

    @Test("numbers are equal by value, and a float has single precision")
    func numbers() {
        func holds(_ expected: JSONValue, _ got: JSONValue, _ type: JSONValue) -> Bool {
            mismatches(
                ["params": ["v": expected]], ["params": ["v": got], "types": ["v": type]]
            ).isEmpty
        }
        #expect(holds(.double(1000), 1000, "number"))
        #expect(holds(.double(123.456), .double(123.45600128173828), "float"))
        #expect(!holds(.double(123.456), .double(123.45600128173828), "decimal"))
        #expect(!holds(.double(123.456), .double(123.457), "float"))
        #expect(!holds(9_007_199_254_740_993, 9_007_199_254_740_992, "int"))
    }

    @Test("texts are compared by bytes")
    func texts() {
        #expect(mismatches(["url": "\u{E9}"], ["url": "e\u{301}"]) == ["url"])
    }

    @Test("only the listed types are compared")
    func types() {
        let facts: JSONObject = ["types": ["a": "int", "b": "string"]]
        #expect(mismatches(["types": ["a": "int"]], facts) == [])
        #expect(mismatches(["types": ["a": "string"]], facts) == ["types"])
        #expect(mismatches(["types": ["c": "int"]], facts) == ["types"])
    }

    @Test("a namespace without routes may be listed or not")
    func registered() {
        let expect: JSONObject = ["registered": ["*": ["/a"], "x": []]]
        #expect(mismatches(expect, ["registered": ["*": ["/a"]]]) == [])
        #expect(mismatches(expect, ["registered": ["*": []]]) == ["registered"])
    }
}
