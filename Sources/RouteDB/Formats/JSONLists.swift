import RouteDBRouting

/// A JSON text of lists, whose items become values one at a time: a document may have a million of them.
///
/// The lists are the text itself, if it is an array, or those that its object has.
struct JSONLists {
    /// The text, in whose value the lists are empty.
    let text: JSONText
    private let bytes: [UInt8]
    private let outline: JSONOutline
    /// The place of each list in the outline, by its key; that of the text itself by `nil`.
    private let places: [String?: Int]

    /// Reads a whole text, which begins on the first line.
    init(_ bytes: [UInt8]) throws(InputProblem) {
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        var outline = JSONOutline()
        do {
            // What the items contain is read with each of them.
            try outline.read(bytes.span.bytes, levels: first == UInt8(ascii: "[") ? 1 : 2)
        } catch {
            throw InputProblem(error, firstLine: 1)
        }
        var value = JSONValue.array([])
        var places: [String?: Int] = [:]
        switch outline.nodes[0].kind {
        case .array: places[nil] = 0
        case .object:
            var object: JSONObject = [:]
            outline.forEachMember(of: 0, bytes.span.bytes) { key, place in
                let isList = outline.nodes[place].kind == .array
                if isList { places[key] = place }
                object[key] = isList ? .array([]) : outline.value(at: place, of: bytes.span.bytes)
            }
            value = .object(object)
        default: value = outline.value(at: 0, of: bytes.span.bytes)
        }
        text = JSONText(value, of: bytes, firstLine: 1)
        (self.bytes, self.outline, self.places) = (bytes, outline, places)
    }

    /// Passes the items of a list to a closure, which returns false to end.
    func forEachItem<Failure: Error>(
        of key: String?, _ body: (Int, JSONValue) throws(Failure) -> Bool
    ) throws(Failure) {
        guard let list = places[key] else { return }
        var (index, place) = (0, list + 1)
        while place < outline.nodes[list].next {
            guard try body(index, outline.value(at: place, of: bytes.span.bytes)) else { return }
            (index, place) = (index + 1, outline.nodes[place].next)
        }
    }
}
