/// A step of the path to a value: a member's name, or an index of a list.
struct ValueKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

extension [any CodingKey] {
    /// The path as text, such as `user.tags[1]`.
    var pathText: String {
        var text = ""
        for key in self {
            if let key = key as? ValueKey, let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text
    }
}
