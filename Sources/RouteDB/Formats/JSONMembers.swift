package import RouteDBRouting

/// The members of an object in a JSON text; errors contain places.
package struct JSONMembers {
    package let text: JSONText
    /// The path to the object.
    package let path: [JSONLocator.Step]
    package let object: JSONObject

    package init(_ value: JSONValue, at path: [JSONLocator.Step], of text: JSONText)
        throws(InputProblem)
    {
        guard case .object(let object) = value else {
            throw InputProblem(
                at: text.place(of: path), "This is not an object.",
                hint: "Write it as {\"key\": value, …}.")
        }
        self.text = text
        self.path = path
        self.object = object
    }

    private var reader: JSONMemberReader { JSONMemberReader(object) }

    /// Returns the value of a key; `null` counts as absent.
    package func value(_ key: String) -> JSONValue? { reader.value(key) }

    /// Returns the string of a key.
    package func string(_ key: String) throws(InputProblem) -> String? {
        try read { reader throws(JSONMemberError) in try reader.string(key) }
    }

    /// Returns the Boolean value of a key.
    package func truth(_ key: String) throws(InputProblem) -> Bool? {
        try read { reader throws(JSONMemberError) in try reader.truth(key) }
    }

    /// Returns the number of a key.
    package func number(_ key: String) throws(InputProblem) -> Int32? {
        try read { reader throws(JSONMemberError) in try reader.number(key) }
    }

    /// Returns the object of a key.
    package func object(_ key: String) throws(InputProblem) -> JSONObject? {
        try read { reader throws(JSONMemberError) in try reader.object(key) }
    }

    /// Returns the elements of a key's array.
    package func array(_ key: String) throws(InputProblem) -> [JSONValue]? {
        try read { reader throws(JSONMemberError) in try reader.array(key) }
    }

    /// Returns the strings of a key's array.
    package func strings(_ key: String) throws(InputProblem) -> [String] {
        try read { reader throws(JSONMemberError) in try reader.strings(key) }
    }

    /// Returns the time of a key, given as text, in microseconds since 1970-01-01T00:00:00Z.
    package func time(_ key: String) throws(InputProblem) -> Int64? {
        try read { reader throws(JSONMemberError) in try reader.time(key) }
    }

    /// Reads the object or a part of it, and adds the place of the member to errors.
    package func read<Value>(
        _ body: (JSONMemberReader) throws(JSONMemberError) -> Value
    ) throws(InputProblem) -> Value {
        do {
            return try body(reader)
        } catch {
            let steps = error.keys.map(JSONLocator.Step.key)
            let place = text.place(of: path + steps + (error.index.map { [.index($0)] } ?? []))
            throw InputProblem(at: place, error.message, hint: error.hint)
        }
    }

    /// Returns the place of a key's value, or of the object.
    package func place(of key: String?) -> InputPlace {
        text.place(of: path + (key.map { [.key($0)] } ?? []))
    }

    /// Returns a problem with the value of a key.
    package func problem(
        _ key: String?, _ message: String, hint: String? = nil,
        remedy: InputProblem.Remedy? = nil
    ) -> InputProblem {
        InputProblem(at: place(of: key), message, hint: hint, remedy: remedy)
    }
}
