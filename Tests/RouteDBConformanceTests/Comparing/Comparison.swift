import RouteDB

/// What a case expects beside what was observed.
struct Comparison {
    private(set) var mismatches: [Mismatch] = []

    /// Compares every expected key; one of which nothing was observed is absent.
    init(_ expect: JSONObject, with observation: Observation) {
        // That a debug build of the router stops on an assertion is a remark.
        for (key, expected) in expect.members.map({ ($0.key, $0.value) }) where key != "debugTrap" {
            let got = observation.facts[key] ?? .null
            if !Self.holds(expected, got, under: key, observation) {
                mismatches.append(Mismatch(key: key, expected: expected, got: got))
            }
        }
    }

    private static func holds(
        _ expected: JSONValue, _ got: JSONValue, under key: String, _ observation: Observation
    ) -> Bool {
        switch (key, expected, got) {
        case ("params", .object(let expected), .object(let got)):
            let types = observation.facts.object("types") ?? [:]
            return ValueEquality.areEqual(expected, got) { name in
                types.text(name) == "float" ? .single : .exact
            }
        case ("types", .object(let expected), .object(let got)):
            // Only the types that JSON cannot show are listed.
            return expected.members.allSatisfy { $0.value == got[$0.key] }
        case ("registered", .object(let expected), .object(let got)):
            // A namespace without routes may be listed or not.
            return ValueEquality.areEqual(expected.withoutEmptyLists, got.withoutEmptyLists)
        case ("services", .array, .array(let got)):
            // Services have no order.
            return ValueEquality.areEqual(
                JSONValue(expected.texts.sorted()), JSONValue(got.compactMap(\.text).sorted()))
        default:
            return ValueEquality.areEqual(expected, got)
        }
    }
}

extension JSONObject {
    fileprivate var withoutEmptyLists: JSONObject {
        var object = JSONObject()
        for member in members where member.value != .array([]) {
            object[member.key] = member.value
        }
        return object
    }
}
