package import RouteDBRouting

extension JSONText: JSONThrower {
    package typealias Failure = InputProblem

    /// Returns the problem for a mistake, with its place in the text.
    package func failure(_ mistake: JSONMistake) -> InputProblem {
        InputProblem(at: place(of: mistake.path), mistake.message, hint: mistake.hint)
    }
}

extension JSONReader<JSONText> {
    /// Creates a reader of an object in a text; errors contain places.
    package init(
        _ value: JSONValue, at path: [JSONStep] = [], of text: JSONText
    ) throws(InputProblem) {
        self.init(try text.read(value, as: .object, at: path) ?? [:], at: path, into: text)
    }

    /// Reads the object with what throws mistakes as they are, and adds their places.
    package func read<Value>(
        _ body: (JSONObject) throws(JSONMistake) -> Value
    ) throws(InputProblem) -> Value {
        do {
            return try body(object)
        } catch {
            throw InputProblem(
                at: sink.place(of: path + error.path), error.message, hint: error.hint)
        }
    }

    /// Returns the place of a key's value, or of the object.
    package func place(of key: String?) -> InputPlace? { sink.place(of: path(key)) }

    /// Returns a problem with the value of a key.
    package func problem(
        _ key: String?, _ message: String, hint: String? = nil,
        remedy: InputProblem.Remedy? = nil
    ) -> InputProblem {
        InputProblem(at: place(of: key), message, hint: hint, remedy: remedy)
    }
}
