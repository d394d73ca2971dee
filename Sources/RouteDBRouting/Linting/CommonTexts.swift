/// Candidate texts that two classes may both accept.
enum CommonTexts {
    /// Returns texts to try, the likeliest first.
    static func candidates(_ one: SegmentClass, _ other: SegmentClass) -> [[UInt8]] {
        if case .literal(let text, _) = one { return spellings(text, other) }
        if case .literal(let text, _) = other { return spellings(text, one) }
        return texts(one) + texts(other)
    }

    /// The spellings to try for a literal.
    private static func spellings(_ text: [UInt8], _ other: SegmentClass) -> [[UInt8]] {
        if case .literal(let exact, true) = other { return [exact, text] }
        var spellings = [text]
        if case .texts(let listed) = other {
            spellings += listed.filter { $0.count == text.count }
        }
        return spellings
    }

    /// Texts that a class accepts, with few exceptions, starting with the plainest.
    static func texts(_ type: SegmentClass) -> [[UInt8]] {
        switch type {
        case .literal(let text, _): return [text]
        case .texts(let texts): return texts
        case .typed(let type): return texts(type).map { Array($0.utf8) }
        case .coded, .text, .anything, .path, .catchAll: return plain.map { Array($0.utf8) }
        case .mixed(let parts, _):
            // Each part with its first few texts, while the other parts have their plainest one.
            let choices = parts.map(texts)
            guard choices.allSatisfy({ !$0.isEmpty }) else { return [] }
            var found = [choices.flatMap { $0[0] }]
            for (index, choice) in choices.enumerated() {
                for text in choice.dropFirst().prefix(8) {
                    var parts = choices.map { $0[0] }
                    parts[index] = text
                    found.append(parts.flatMap(\.self))
                }
            }
            return found
        }
    }

    private static let plain = ["x1", "a", "1", "x.y", "x-y"]

    private static func texts(_ type: ParameterType) -> [String] {
        switch type {
        case .int(let low, let high):
            let bounds = [low, high, 0, 1, 7, 42].compactMap(\.self)
            return bounds.filter { $0 >= low ?? $0 && $0 <= high ?? $0 }.map(String.init)
        case .float, .decimal, .number: return ["1", "0", "1.5", "-7", "1e5"]
        case .bool: return ["true", "false", "1", "0"]
        case .uuid: return ["123e4567-e89b-12d3-a456-426614174000"]
        case .date: return ["2024-02-29"]
        case .slug: return ["red-shoes", "a1", "1"]
        case .hex: return ["beef", "1", "a1"]
        case .oneOf(let texts): return texts
        case .string, .path, .converter: return plain
        }
    }
}
