import RouteDBRouting

/// Searches for texts that two classes may both accept, at least one of which has several parts.
///
/// Both classes are walked at once, byte by byte: where either has a literal, its byte comes next;
/// where both have parameters, one of a few filler bytes. Only the characters that a parameter's
/// type allows are considered, so the matcher must confirm each text.
struct MixedSearch {
    /// A place in the parts of a class: in the middle of a literal, or before or in a parameter.
    private struct Position: Hashable {
        var part = 0
        /// The number of bytes taken from the part; at most 1 for a parameter.
        var taken = 0
    }

    private struct State {
        var one = Position()
        var other = Position()
        var text: [UInt8] = []
    }

    private struct Visit: Hashable {
        let one: Position
        let other: Position
    }

    private let one: [SegmentClass]
    private let other: [SegmentClass]
    private let isHost: Bool
    private var queue: [State]
    private var position = 0
    private var visits: [Visit: Int] = [:]

    /// How often a pair of positions is visited, each time with another text.
    private static let passes = 6
    private static let longest = 64
    private static let fillers = Array("1ax-.".utf8)

    init(_ one: SegmentClass, _ other: SegmentClass) {
        (self.one, self.other) = (Self.parts(one), Self.parts(other))
        isHost = [one, other].contains {
            if case .mixed(_, true) = $0 { true } else { false }
        }
        var isMixed = false
        for type in [one, other] { if case .mixed = type { isMixed = true } }
        queue = isMixed ? [State()] : []
    }

    private static func parts(_ type: SegmentClass) -> [SegmentClass] {
        if case .mixed(let parts, _) = type { parts } else { [type] }
    }

    /// Returns the next text, or `nil` if there are no more.
    mutating func next() -> [UInt8]? {
        while position < queue.count {
            let state = queue[position]
            position += 1
            let (ones, others) = (Self.closure(state.one, one), Self.closure(state.other, other))
            if state.text.count < Self.longest {
                for left in ones {
                    for right in others { step(left, right, state.text) }
                }
            }
            let isEnd =
                ones.contains { $0.part == one.count }
                && others.contains { $0.part == other.count }
            if isEnd && !state.text.isEmpty { return state.text }
        }
        return nil
    }

    /// A position and those after it that are reached without consuming a byte.
    private static func closure(_ position: Position, _ parts: [SegmentClass]) -> [Position] {
        var found = [position]
        while let last = found.last, last.part < parts.count,
            isPassable(parts[last.part], taken: last.taken)
        {
            found.append(Position(part: last.part + 1))
        }
        return found
    }

    private static func isPassable(_ part: SegmentClass, taken: Int) -> Bool {
        switch part {
        case .literal(let text, _): taken == text.count
        case .anything: true
        default: taken > 0
        }
    }

    private mutating func step(_ left: Position, _ right: Position, _ text: [UInt8]) {
        guard left.part < one.count, right.part < other.count else { return }
        let bytes = [
            Self.literalByte(one[left.part], left), Self.literalByte(other[right.part], right),
        ].compactMap(\.self)
        for byte in bytes.isEmpty ? Self.fillers : Array(Set(bytes)).sorted() {
            guard let nextOne = advance(left, one, byte),
                let nextOther = advance(right, other, byte)
            else { continue }
            let visit = Visit(one: nextOne, other: nextOther)
            guard visits[visit, default: 0] < Self.passes else { continue }
            visits[visit, default: 0] += 1
            queue.append(State(one: nextOne, other: nextOther, text: text + [byte]))
        }
    }

    private static func literalByte(_ part: SegmentClass, _ position: Position) -> UInt8? {
        guard case .literal(let text, _) = part, position.taken < text.count else { return nil }
        return text[position.taken]
    }

    private func advance(
        _ position: Position, _ parts: [SegmentClass], _ byte: UInt8
    ) -> Position? {
        let part = parts[position.part]
        if case .literal(let text, let isExact) = part {
            guard position.taken < text.count else { return nil }
            let own = text[position.taken]
            guard own == byte || !isExact && own == byte.asciiLowercased else { return nil }
            return Position(part: position.part, taken: position.taken + 1)
        }
        // In a host with several parts, a parameter never spans labels.
        if isHost && parts.count > 1 && byte == UInt8(ascii: ".") { return nil }
        guard Self.mayHave(byte, part) else { return nil }
        return Position(part: position.part, taken: 1)
    }

    /// Returns whether texts of a parameter may contain a byte.
    private static func mayHave(_ byte: UInt8, _ part: SegmentClass) -> Bool {
        switch part {
        case .texts(let texts): return texts.contains { $0.contains(byte) }
        case .typed(let type):
            let isDigit = 0x30...0x39 ~= byte
            switch type {
            case .int: return isDigit || byte == 0x2D || byte == 0x2B
            case .float, .decimal, .number: return isDigit || "+-.eE".utf8.contains(byte)
            case .uuid, .date: return byte.hexadecimalValue != nil || byte == 0x2D
            case .slug: return isDigit || 0x61...0x7A ~= byte || byte == 0x2D
            case .hex: return byte.hexadecimalValue != nil
            case .bool, .string, .path, .oneOf, .converter: return true
            }
        default: return true
        }
    }
}

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
        case .oneOf(let texts, _): return texts
        case .string, .path, .converter: return plain
        }
    }
}
