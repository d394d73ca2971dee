import RouteDB
import RouteDBHistory
import RouteDBRouting

/// A condition on a field of hits: that its text is one of a few.
struct FieldCondition: Hashable, Sendable {
    let field: HitField
    private let texts: Set<String>

    /// Creates the condition that the field's text is one of these.
    init(_ field: HitField, _ texts: Set<String>) { (self.field, self.texts) = (field, texts) }

    /// Returns the places of the hits in a segment that meet the condition, among some or all.
    func places(in segment: HitSegment, among places: [Int]?) throws -> [Int] {
        let all = places ?? Array(0..<segment.count)
        if let number = field.number {
            var known: [Int64: Bool] = [:]
            return all.filter { place in
                let value = segment.value(number, at: place)
                if let isWanted = known[value] { return isWanted }
                let isWanted = holds(field.text(ofNumber: value))
                known[value] = isWanted
                return isWanted
            }
        }
        if field.texts == .urls {
            return try all.filter { place in
                guard let url = try unsafe segment.text(.url, at: place) else { return false }
                return holds(unsafe field.text(ofURL: url.bytes))
            }
        }
        var numbers: [Int64] = []
        let names = try segment.names(text, into: &numbers)
        let isWanted = (0...names.count).map { number in
            number > 0 && holds(unsafe value(of: names[number]))
        }
        return all.filter { isWanted[Int(numbers[$0])] }
    }

    /// The text of hits that the field is in.
    private var text: HitText {
        if case .text(let text) = field { text } else { .attributes }
    }

    private func value(of text: UnsafeRawBufferPointer) -> String? {
        guard case .context(let name) = field else {
            return unsafe String(decoding: text, as: UTF8.self)
        }
        return HitField.text(
            ofContext: name, in: unsafe ResolutionRequest.Attributes(stored: text))
    }

    private func holds(_ text: String?) -> Bool { text.map(texts.contains) ?? false }
}
