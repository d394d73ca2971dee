import RouteDB

/// The members of one object of a JSON text, read with errors that name places.
struct JSONMembers {
    let text: JSONText
    /// The way to the object.
    let way: [JSONLocator.Step]
    let object: JSONObject

    init(_ value: JSONValue, at way: [JSONLocator.Step], of text: JSONText) throws(InputProblem) {
        guard case .object(let object) = value else {
            throw InputProblem(
                at: text.place(of: way), "This is not an object.",
                hint: "Write it as {\"key\": value, …}.")
        }
        self.text = text
        self.way = way
        self.object = object
    }

    /// The value of a key; `null` is as good as none.
    func value(_ key: String) -> JSONValue? {
        let value = object[key]
        return value == .null ? nil : value
    }

    /// The text of a key.
    func string(_ key: String) throws(InputProblem) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let text) = value else { throw mismatch(key, "a string") }
        return text
    }

    /// The truth value of a key.
    func truth(_ key: String) throws(InputProblem) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let truth) = value else { throw mismatch(key, "true or false") }
        return truth
    }

    /// The number of a key.
    func number(_ key: String) throws(InputProblem) -> Int32? {
        guard let value = value(key) else { return nil }
        guard case .int(let number) = value, let number = Int32(exactly: number) else {
            throw mismatch(key, "a whole number from \(Int32.min) to \(Int32.max)")
        }
        return number
    }

    /// The object of a key.
    func object(_ key: String) throws(InputProblem) -> JSONObject? {
        guard let value = value(key) else { return nil }
        guard case .object(let object) = value else { throw mismatch(key, "an object") }
        return object
    }

    /// The elements of a key's array.
    func array(_ key: String) throws(InputProblem) -> [JSONValue]? {
        guard let value = value(key) else { return nil }
        guard case .array(let elements) = value else { throw mismatch(key, "an array") }
        return elements
    }

    /// The texts of a key's array.
    func strings(_ key: String) throws(InputProblem) -> [String] {
        var texts: [String] = []
        for (index, element) in (try array(key) ?? []).enumerated() {
            guard case .string(let text) = element else {
                throw InputProblem(
                    at: self.text.place(of: way + [.key(key), .index(index)]),
                    "An element of '\(key)' is not a string.")
            }
            texts.append(text)
        }
        return texts
    }

    /// The place of a key's value, or of the object.
    func place(of key: String?) -> InputPlace {
        text.place(of: way + (key.map { [.key($0)] } ?? []))
    }

    /// A problem with the value of a key.
    func problem(_ key: String?, _ message: String, hint: String? = nil) -> InputProblem {
        InputProblem(at: place(of: key), message, hint: hint)
    }

    private func mismatch(_ key: String, _ kind: String) -> InputProblem {
        problem(key, "The value of '\(key)' is not \(kind).")
    }
}
