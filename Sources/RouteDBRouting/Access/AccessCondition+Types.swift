// Checks whether a condition on a parameter can ever hold.
extension AccessCondition {
    /// Returns a value that the condition requires, but that no parameter of the given types can
    /// have.
    ///
    /// - Parameter types: The types of the parameter in the routes that a rule covers.
    /// - Returns: The first such value as written, or `nil` if there is none.
    package func impossibleValue(of types: Set<ParameterType>) -> String? {
        switch test {
        case .oneOf(let wanted):
            wanted.first { value in !types.contains { $0.canBe(value) } }
                .map(AccessText.written)
        case .prefix(let text):
            types == [.uuid] && text.utf8.contains { $0.isASCIILetter && $0 & 0x20 != 0 }
                ? AccessText.quoted(text) : nil
        case .range, .network, .version, .percent, .period, .window: nil
        }
    }
}

extension ParameterType {
    /// Whether a parameter of the type can have a value.
    fileprivate func canBe(_ wanted: JSONValue) -> Bool {
        let text: String
        switch wanted {
        case .int: text = wanted.plainText
        case .double(let number): text = AccessText.number(number)
        default: return canBe(wanted, writtenAs: wanted.plainText)
        }
        switch self {
        // The same number can be written in several ways.
        case .float, .decimal, .number, .hex, .slug: return true
        default: return canBe(wanted, writtenAs: text)
        }
    }

    private func canBe(_ wanted: JSONValue, writtenAs text: String) -> Bool {
        switch self {
        case .string, .path, .converter: true
        case .oneOf(let texts): texts.contains { wanted.matches(.string($0)) }
        case .int, .float, .decimal, .number, .bool, .uuid, .date, .slug, .hex:
            text.withBytes { accepts($0) } && wanted.matches(value(of: text))
        }
    }
}
