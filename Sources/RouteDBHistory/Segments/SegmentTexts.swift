/// A BLOB of texts in a segment: columns of integers, and sections of bytes.
///
/// The BLOB begins with the size of each section (4 bytes each), followed by a directory, its
/// columns, and the sections in their order, up to the end.
@safe
struct TextBlob {
    // The owner of the segment keeps the bytes valid. The columns and sections are inside them by S5.
    let bytes: UnsafeRawBufferPointer
    let columns: [SegmentColumn]
    let sections: [Range<Int>]
    private let name: String
    private let segment: Int64

    /// Opens a BLOB and checks S5.
    init(
        _ bytes: UnsafeRawBufferPointer, _ name: String, counts: [ClosedRange<Int>], sections: Int,
        segment: Int64
    ) throws(SegmentDamage) {
        unsafe (self.bytes, self.name, self.segment) = unsafe (bytes, name, segment)
        do {
            columns = try unsafe SegmentColumn.directory(
                of: bytes, at: sections * 4, counts: counts)
        } catch {
            throw SegmentDamage(
                segment: segment, blob: name, offset: error.offset,
                message: "column \(error.index) is misplaced (S5)")
        }
        var end = columns.last?.end ?? 0
        self.sections = (0..<sections).map { index in
            let start = end
            end += unsafe Int(SegmentColumn.load(UInt32.self, bytes, index * 4))
            return start..<end
        }
        // The ends of texts are counted in 32 bits.
        guard end == bytes.count, end <= Int(Int32.max) else {
            throw SegmentDamage(
                segment: segment, blob: name, offset: 0,
                message: "it has \(bytes.count) bytes instead of \(end) (S5)")
        }
    }

    /// The start of each text of a section, and the end of the last one.
    func places(
        column: Int, bias: Int64 = 0, section: Int
    ) throws(SegmentDamage) -> [Int32] {
        var lengths: [Int64] = []
        unsafe columns[column].read(from: bytes, into: &lengths)
        let size = Int64(sections[section].count)
        var places: [Int32] = [0]
        places.reserveCapacity(lengths.count + 1)
        var end: Int64 = 0
        for length in lengths {
            guard 0...size + bias ~= length else {
                throw damage(
                    column, "a text has \(length &- bias) bytes of a section of \(size) (S6)")
            }
            end += max(0, length - bias)
            places.append(Int32(truncatingIfNeeded: end))
        }
        guard end == size else {
            throw damage(column, "the texts of a section have \(end) of its \(size) bytes (S6)")
        }
        return places
    }

    /// The bytes of a text, given by two of the section's ``places(column:bias:section:)``.
    @inline(__always)
    func text(_ start: Int32, _ end: Int32, section: Int) -> UnsafeRawBufferPointer {
        let base = sections[section].lowerBound
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[base + Int(start)..<base + Int(end)])
    }

    /// An error for a column whose elements violate a rule.
    func damage(_ column: Int, _ message: String) -> SegmentDamage {
        SegmentDamage(
            segment: segment, blob: name, offset: columns[column].start, message: message)
    }
}

/// The texts of a segment that occur again and again, each stored once: ``HitText/named``.
///
/// The columns are, for each kind of texts: a number for each hit, which is 0 for none and otherwise
/// the place of its text among the different ones, from 1; and the length of each of these. The
/// sections have their bytes. A text longer than ``longestShared`` is stored again for each hit that
/// has it, so that few bytes in a file cannot stand for very many.
final class NamedTexts {
    /// The length of the longest text that several hits can share.
    static let longestShared = 1_024

    private let blob: TextBlob
    private let places: [[Int32]]

    init(
        _ bytes: UnsafeRawBufferPointer, count: Int, segment: Int64
    ) throws(SegmentDamage) {
        let kinds = HitText.named.indices
        let blob = try unsafe TextBlob(
            bytes, "texts", counts: kinds.flatMap { _ in [count...count, 0...count] },
            sections: kinds.count, segment: segment)
        self.blob = blob
        places = try kinds.map { kind throws(SegmentDamage) in
            try blob.places(column: kind * 2 + 1, section: kind)
        }
        for text in HitText.named { try checkLongTexts(text) }
    }

    /// Checks that no long text is shared (S6).
    private func checkLongTexts(_ text: HitText) throws(SegmentDamage) {
        let places = places[Self.kind(text)]
        let isLong = zip(places, places.dropFirst()).map { Int($1 - $0) > Self.longestShared }
        guard isLong.contains(true) else { return }
        var numbers: [Int64] = []
        try read(text, into: &numbers)
        var found: Set<Int64> = []
        for number in numbers
        where number > 0 && isLong[Int(number) - 1] && !found.insert(number).inserted {
            throw blob.damage(Self.kind(text) * 2, "two hits share a long text (S6)")
        }
    }

    /// The place of a kind of texts among ``HitText/named``.
    @inline(__always)
    private static func kind(_ text: HitText) -> Int {
        switch text {
        case .principal: 0
        case .referrer: 1
        case .kind: 2
        case .attributes: 3
        case .userAgent: 4
        case .url, .parameters: preconditionFailure("URLs and parameters are no names")
        }
    }

    /// The number of different texts.
    func count(_ text: HitText) -> Int { places[Self.kind(text)].count - 1 }

    /// A text by its number, which must be from 1 to their count.
    @inline(__always)
    func name(_ text: HitText, _ number: Int) -> UnsafeRawBufferPointer {
        let kind = Self.kind(text)
        return unsafe blob.text(places[kind][number - 1], places[kind][number], section: kind)
    }

    /// Copies the number of each hit's text into an array.
    func read(_ text: HitText, into numbers: inout [Int64]) throws(SegmentDamage) {
        let column = Self.kind(text) * 2
        unsafe blob.columns[column].read(from: blob.bytes, into: &numbers)
        let known = 0...Int64(count(text))
        guard numbers.allSatisfy({ known ~= $0 }) else {
            throw blob.damage(column, "a hit has an unknown text (S6)")
        }
    }

    /// The bytes of a hit's text, or `nil` if it has none.
    func text(_ text: HitText, at index: Int) throws(SegmentDamage) -> UnsafeRawBufferPointer? {
        let column = Self.kind(text) * 2
        let number = unsafe blob.columns[column].element(index, in: blob.bytes)
        guard 0...Int64(count(text)) ~= number else {
            throw blob.damage(column, "hit \(index) has an unknown text (S6)")
        }
        return unsafe number == 0 ? nil : name(text, Int(number))
    }
}

/// The URLs or the parameters of a segment, of which hits of the same route share the beginning.
///
/// Hits are in groups. Each group has a head, and a hit's text is some of the first bytes of its
/// group's head, at most ``longestHead``, and then the rest, which is its own. The columns of a BLOB
/// are the length of each group's head, how much of it each hit has, and the length of its rest plus
/// one, or 0 for no text. The sections are the heads and the rests. The BLOB of the URLs has the group
/// of each hit as a further column, before the others.
@safe
final class SharedTexts {
    /// The most that a text can have of its group's head, so that few bytes in a file cannot stand
    /// for very many.
    static let longestHead = 255

    private let blob: TextBlob
    /// The BLOB of which the first column has the groups.
    private let groups: TextBlob
    /// The index of the column with the lengths of the heads.
    private let start: Int
    // Found when the first text is read.
    private var heads: [Int32] = []
    private var rests: [Int32] = []
    /// The last text that had to be joined, in memory of this instance.
    private var joined = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Opens the URLs.
    init(
        urls bytes: UnsafeRawBufferPointer, count: Int, segment: Int64
    ) throws(SegmentDamage) {
        let hits = count...count
        let blob = try unsafe TextBlob(
            bytes, "urls", counts: [hits, 0...count, hits, hits], sections: 2, segment: segment)
        (self.blob, groups, start) = (blob, blob, 1)
    }

    /// Opens the parameters, which have the groups of the URLs.
    init(
        parameters bytes: UnsafeRawBufferPointer, _ urls: SharedTexts, count: Int, segment: Int64
    ) throws(SegmentDamage) {
        let hits = count...count
        blob = try unsafe TextBlob(
            bytes, "parameters", counts: [0...count, hits, hits], sections: 2, segment: segment)
        (groups, start) = (urls.blob, 0)
    }

    deinit { unsafe joined.deallocate() }

    /// The bytes of a hit's text, or `nil` if it has none; valid until the next call.
    func text(at index: Int) throws(SegmentDamage) -> UnsafeRawBufferPointer? {
        if rests.isEmpty {
            heads = try blob.places(column: start, section: 0)
            rests = try blob.places(column: start + 2, bias: 1, section: 1)
        }
        guard unsafe blob.columns[start + 2].element(index, in: blob.bytes) > 0 else { return nil }
        let rest = unsafe blob.text(rests[index], rests[index + 1], section: 1)
        let kept = unsafe blob.columns[start + 1].element(index, in: blob.bytes)
        guard kept != 0 else { return unsafe rest }
        let group = unsafe groups.columns[0].element(index, in: groups.bytes)
        guard group >= 0, group < heads.count - 1 else {
            throw groups.damage(0, "hit \(index) is in an unknown group (S6)")
        }
        let head = unsafe blob.text(heads[Int(group)], heads[Int(group) + 1], section: 0)
        guard kept > 0, kept <= min(head.count, Self.longestHead) else {
            throw blob.damage(
                start + 1, "hit \(index) has \(kept) bytes of a head of \(head.count) (S6)")
        }
        let beginning = unsafe UnsafeRawBufferPointer(rebasing: head[..<Int(kept)])
        return unsafe rest.isEmpty ? beginning : join(beginning, rest)
    }

    private func join(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        let count = first.count + second.count
        // Nobody uses the memory of the text before, and it is freed with this instance.
        if unsafe joined.count < count {
            unsafe joined.deallocate()
            unsafe joined = .allocate(byteCount: max(512, count * 2), alignment: 8)
        }
        unsafe joined.copyMemory(from: first)
        unsafe UnsafeMutableRawBufferPointer(rebasing: joined[first.count...])
            .copyMemory(from: second)
        return unsafe UnsafeRawBufferPointer(rebasing: joined[..<count])
    }
}
