/// Hits by columns, as a segment has them.
package struct HitBatch: Sendable {
    /// The bytes of one column, one hit's behind the other's.
    struct Texts: Sendable {
        var bytes: [UInt8] = []
        /// Twice the place where each hit's bytes end, plus one if the hit has any (S6).
        var ends: [Int64] = []

        mutating func append(_ text: (some Sequence<UInt8>)?) {
            if let text { bytes.append(contentsOf: text) }
            ends.append(Int64(bytes.count) << 1 | (text == nil ? 0 : 1))
        }

        /// The place where the bytes of a hit begin, and those of the one before end.
        func start(of index: Int) -> Int {
            index == 0 ? 0 : Int(ends[index - 1] >> 1)
        }

        func text(at index: Int) -> ArraySlice<UInt8>? {
            guard ends[index] & 1 == 1 else { return nil }
            return bytes[start(of: index)..<Int(ends[index] >> 1)]
        }
    }

    /// By ``HitNumber``.
    private(set) var numbers = [[Int64]](repeating: [], count: HitNumber.allCases.count)
    /// By ``HitText``.
    private(set) var texts = [Texts](repeating: Texts(), count: HitText.allCases.count)

    package init() {}

    package var count: Int { numbers[HitNumber.time.rawValue].count }
    package var isEmpty: Bool { count == 0 }

    /// How many bytes of text there are.
    package var textSize: Int { texts.reduce(0) { $0 + $1.bytes.count } }

    /// A column of numbers.
    package subscript(number: HitNumber) -> [Int64] { numbers[number.rawValue] }

    /// Adds a hit that has no place in a stream yet.
    package mutating func append(_ hit: Hit) {
        appendNumbers(of: hit)
        texts[HitText.url.rawValue].append(hit.url)
        texts[HitText.principal.rawValue].append(hit.principal)
        texts[HitText.parameters.rawValue].append(hit.parameters)
        texts[HitText.referrer.rawValue].append(hit.referrer)
    }

    /// Adds a hit whose bytes are somewhere else, such as in a line of a log.
    ///
    /// - Parameters:
    ///   - hit: The numbers of the hit; its own bytes are not looked at.
    ///   - text: Lends the bytes, which are copied once; nil for a text that the hit has not. A URL that it
    ///     has not is an empty one.
    package mutating func append(
        numbersOf hit: Hit, text: (HitText) -> UnsafeRawBufferPointer?
    ) {
        appendNumbers(of: hit)
        for column in HitText.allCases {
            let empty = column == .url ? UnsafeRawBufferPointer(start: nil, count: 0) : nil
            texts[column.rawValue].append(text(column) ?? empty)
        }
    }

    private mutating func appendNumbers(of hit: Hit) {
        set(.time, hit.timeMicroseconds)
        set(.namespace, max(0, hit.namespace ?? 0))
        set(.route, max(0, hit.route ?? 0))
        set(.revision, max(0, hit.revision))
        set(.outcome, Int64(hit.outcome.rawValue))
        set(.duration, hit.durationMicroseconds.map { min(max(0, $0), Hit.maximumDuration) } ?? -1)
        set(.status, max(0, hit.status ?? 0))
        set(.weight, min(max(1, hit.weight), Hit.maximumWeight))
        set(.source, max(0, hit.source))
        set(.stream, 0)
        set(.sequence, 0)
    }

    /// Adds a hit that is kept already, column by column.
    mutating func append(number: (HitNumber) -> Int64, text: (HitText) -> [UInt8]?) {
        for column in HitNumber.allCases { set(column, number(column)) }
        for column in HitText.allCases { texts[column.rawValue].append(text(column)) }
    }

    /// Removes all hits, and keeps the memory for others.
    package mutating func removeAll() {
        for index in numbers.indices { numbers[index].removeAll(keepingCapacity: true) }
        for index in texts.indices {
            texts[index].bytes.removeAll(keepingCapacity: true)
            texts[index].ends.removeAll(keepingCapacity: true)
        }
    }

    /// Gives the hits their places in a stream, one behind the other.
    mutating func number(stream: Int64, from first: Int64) {
        let count = count
        numbers[HitNumber.stream.rawValue] = [Int64](repeating: stream, count: count)
        numbers[HitNumber.sequence.rawValue] = Array(first..<first + Int64(count))
    }

    /// Gives all hits the import that they came from.
    mutating func setSource(_ source: Int64) {
        numbers[HitNumber.source.rawValue] = [Int64](repeating: source, count: count)
    }

    private mutating func set(_ number: HitNumber, _ value: Int64) {
        numbers[number.rawValue].append(value)
    }
}
