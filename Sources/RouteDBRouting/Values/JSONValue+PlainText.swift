extension JSONValue {
    /// A text as it is, anything else as JSON.
    var plainText: String {
        if case .string(let text) = self { return text }
        return description
    }
}
