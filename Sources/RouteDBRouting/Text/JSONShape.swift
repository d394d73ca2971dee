import RouteDBCScan

/// All of a text in JSON but its numbers and strings.
///
/// Texts that differ in these only, such as the lines of a log, are read by comparing what stands between them
/// with a text that was read before: no key is looked at, and a text of the shape is JSON if its values are.
package struct JSONShape: Sendable {
    /// The most values of a text whose shape is kept, and the most bytes of the text.
    private static let (valueLimit, byteLimit) = (256, 1 << 16)

    /// A number or string of the text.
    private struct Slot {
        let isString: Bool
        /// The text between the value before it and its first digit, or up to its quotation mark.
        let before: Range<Int>
    }

    /// The text that the shape was taken of.
    private var known: [UInt8] = []
    private var slots: [Slot] = []
    /// The text behind the last value.
    private var end = 0..<0
    /// The numbers and strings of the text that was read last, in its order.
    package private(set) var values = JSONOutline()

    /// Creates the shape of no text.
    package init() {}

    /// Takes the shape of a text, given its outline and where it starts; returns the places of its numbers and
    /// strings in the outline, in order, or `nil` if it has too many, or none.
    package mutating func take(
        from outline: JSONOutline, of text: RawSpan, from start: Int
    ) -> [Int]? {
        let places = outline.nodes.indices.filter { outline.nodes[$0].isSlot }
        slots.removeAll(keepingCapacity: true)
        guard !places.isEmpty, places.count <= Self.valueLimit, text.byteCount <= Self.byteLimit
        else { return nil }
        known = Array(text)
        var last = start
        for place in places {
            let node = outline.nodes[place]
            let isString = node.kind == .string
            slots.append(Slot(isString: isString, before: last..<node.start))
            last = isString ? node.end + 1 : node.end
        }
        end = last..<known.count
        return places
    }

    /// Reads a text from an offset, if it has the shape; returns whether it has.
    package mutating func read(_ text: RawSpan, from start: Int) -> Bool {
        if slots.isEmpty { return false }
        // The buffers are read inside the closures only, and the nodes have offsets, which outlive them.
        return unsafe text.withUnsafeBytes { bytes in
            unsafe known.withUnsafeBytes { known in
                unsafe Self.read(bytes, from: start, slots, end, known, into: &values)
            }
        }
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ slots: [Slot], _ end: Range<Int>,
        _ known: UnsafeRawBufferPointer, into values: inout JSONOutline
    ) -> Bool {
        var parser = unsafe JSONParser(bytes, from: start)
        swap(&parser.nodes, &values.nodes)
        defer { swap(&parser.nodes, &values.nodes) }
        parser.nodes.removeAll(keepingCapacity: true)
        for slot in slots {
            guard unsafe parser.take(known, slot.before) else { return false }
            do throws(JSONError) {
                if slot.isString {
                    parser.position &-= 1
                    try parser.string(.string)
                } else {
                    guard parser.isAtNumber else { return false }
                    try parser.number()
                }
            } catch {
                return false
            }
        }
        return unsafe parser.take(known, end) && parser.position == bytes.count
    }
}

extension JSONNode {
    /// True if texts of one shape may differ in it.
    fileprivate var isSlot: Bool { kind == .string || kind == .int || kind == .double }
}

extension JSONParser {
    /// True if a number may begin at the position.
    fileprivate var isAtNumber: Bool {
        current.map { $0.isASCIIDigit || $0 == UInt8(ascii: "-") } ?? false
    }

    /// Skips bytes that are those of a range of a known text.
    @inline(__always)
    fileprivate mutating func take(_ known: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        guard count &- position >= range.count,
            // Both have as many bytes from there on, and the range is one of the known text.
            unsafe routedb_is_same(
                text + position,
                known.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
                    + range.lowerBound, range.count) != 0
        else { return false }
        position &+= range.count
        return true
    }
}
