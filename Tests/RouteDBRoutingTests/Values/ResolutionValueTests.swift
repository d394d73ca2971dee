import RouteDBRouting
import Testing

/// Values of a resolution as Swift types.
@Suite struct ResolutionValueTests {
    private func resolution(_ url: String, context: JSONObject = [:]) throws -> Resolution {
        let matching = try Matching(["/user/{id:int}/{tab}"])
        return matching.table.resolve(
            ResolutionRequest(url, defaults: ["page": 1], context: context))
    }

    @Test("a value has the requested type")
    func value() throws {
        let resolution = try resolution("/user/42/posts?page=3&draft=1&ratio=0.5")
        #expect(try resolution.value("id", as: Int.self) == 42)
        #expect(try resolution.value("tab", as: String.self) == "posts")
        #expect(try resolution.value("page", as: UInt8.self) == 3)
        #expect(try resolution.value("draft", as: Bool.self))
        let ratio: Double = try resolution.value("ratio")
        #expect(ratio == 0.5)
    }

    @Test("a missing or mistyped value is an error with its name")
    func errors() throws {
        let resolution = try resolution("/user/42/posts?flag")
        func error<Value: Decodable>(_ name: String, as type: Value.Type) -> String? {
            let error = #expect(throws: ValueError.self) { try resolution.value(name, as: type) }
            return error?.description
        }
        #expect(error("id", as: String.self) == "id: Expected String, found 42.")
        #expect(error("tab", as: Int.self) == "tab: Expected Int, found 'posts'.")
        #expect(error("other", as: Int.self) == "other: Expected Int, found nothing.")
        #expect(
            error("other", as: JSONValue.self)
                == "other: Expected JSONValue, found nothing.")
        #expect(error("flag", as: Bool.self) == "flag: Expected Bool, found null.")
    }

    @Test("an optional value may only be missing or null")
    func optionalValue() throws {
        let resolution = try resolution("/user/42/posts?flag&page=x")
        #expect(try resolution.optionalValue("id", as: Int.self) == 42)
        #expect(try resolution.optionalValue("other", as: Int.self) == nil)
        #expect(try resolution.optionalValue("flag", as: Int.self) == nil)
        #expect(try resolution.value("other", as: Int?.self) == nil)
        #expect(throws: ValueError.self) { try resolution.optionalValue("page", as: Int.self) }
    }

    @Test("a type is decoded from the merged values: context, parameters, query, defaults")
    func decode() throws {
        struct Values: Decodable, Equatable {
            let id: Int
            let tab: String
            let page: Int
            let tags: [String]
            let name: String?
        }
        let url = "/user/42/posts?tags=a&tags=b&id=9"
        let values = try resolution(url, context: ["tab": "photos"]).decode(Values.self)
        #expect(values == Values(id: 42, tab: "photos", page: 1, tags: ["a", "b"], name: nil))
        let error = #expect(throws: ValueError.self) {
            try resolution("/user/42/posts?tags=a").decode(Values.self)
        }
        #expect(error?.description == "tags: Expected a list, found 'a'.")
    }
}
