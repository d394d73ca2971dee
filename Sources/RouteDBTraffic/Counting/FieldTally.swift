import RouteDBHistory
import RouteDBRouting

/// Counts hits by a field.
struct FieldTally: ValueTally {
    private(set) var counts = TextCounts()
    /// The hits without the field.
    private(set) var without = HitCount()
    private let field: HitField
    private var columns: HitColumns
    private var numbers: [Int64] = []
    /// The counts of a segment, by the numbers of its texts.
    private var sums: [HitCount] = []

    init(_ filter: AnalysisFilter, _ field: HitField) {
        self.field = field
        columns = HitColumns(filter)
    }

    var texts: TextSelection { max(columns.filter.texts, field.texts) }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.weight], of: segment)
        switch field {
        case .text(let text): try addNames(text, of: segment)
        case .status, .platform, .bot: addNumbers(of: segment)
        case .url, .host, .query: try addURLs(of: segment)
        case .context(let name): try addContext(name, of: segment)
        case .variant: try addVariants(of: segment)
        }
    }

    mutating func add(_ count: HitCount) { without += count }

    mutating func add(_ row: ValueRow) {
        guard let text = field.text(ofSummed: row.value) else { return }
        let count = HitCount(hits: row.hits, weight: row.weight)
        without -= count
        add(text, count)
    }

    mutating func merge(_ other: FieldTally) {
        counts.merge(other.counts)
        without += other.without
    }

    // MARK: Fields

    /// Adds hits by number first, so that each text is looked up only once.
    private mutating func addNames(_ text: HitText, of segment: HitSegment) throws {
        let names = try segment.names(text, into: &numbers)
        sum(upTo: names.count)
        without += sums[0]
        for number in sums.indices.dropFirst() where sums[number].hits > 0 {
            unsafe counts.add(names[number], sums[number])
        }
    }

    private mutating func addContext(_ name: String, of segment: HitSegment) throws {
        let names = try segment.names(.attributes, into: &numbers)
        sum(upTo: names.count)
        without += sums[0]
        for number in sums.indices.dropFirst() where sums[number].hits > 0 {
            let known = unsafe ResolutionRequest.Attributes(stored: names[number])
            add(HitField.text(ofContext: name, in: known), sums[number])
        }
    }

    /// Adds hits that are counted by the numbers of their texts to ``sums``.
    private mutating func sum(upTo last: Int) {
        let weights = columns[.weight]
        sums.removeAll(keepingCapacity: true)
        sums.append(contentsOf: repeatElement(HitCount(), count: last + 1))
        for index in 0..<columns.count {
            sums[Int(numbers[columns.place(index)])] += HitCount(hits: 1, weight: weights[index])
        }
    }

    private mutating func addNumbers(of segment: HitSegment) {
        guard let number = field.number else { return }
        columns.load([number], of: segment)
        var sums: [Int64: HitCount] = [:]
        for (value, weight) in zip(columns[number], columns[.weight]) {
            sums[value, default: HitCount()] += HitCount(hits: 1, weight: weight)
        }
        for (value, count) in sums { add(field.text(ofNumber: value), count) }
    }

    private mutating func addVariants(of segment: HitSegment) throws {
        columns.load([.route], of: segment)
        let names = try segment.names(.attributes, into: &numbers)
        let taken = (0...names.count).map { number -> Int? in
            guard number > 0 else { return nil }
            return unsafe ResolutionRequest.Attributes(stored: names[number]).variant
        }
        let (routes, weights) = (columns[.route], columns[.weight])
        for index in 0..<columns.count {
            let variant = taken[Int(numbers[columns.place(index)])]
            add(
                variant.map { "\(routes[index]) \($0)" },
                HitCount(hits: 1, weight: weights[index]))
        }
    }

    private mutating func addURLs(of segment: HitSegment) throws {
        let weights = columns[.weight]
        for index in 0..<columns.count {
            let count = HitCount(hits: 1, weight: weights[index])
            guard let url = try unsafe segment.text(.url, at: columns.place(index)) else {
                without += count
                continue
            }
            add(unsafe field.text(ofURL: url.bytes), count)
        }
    }

    private mutating func add(_ text: String?, _ count: HitCount) {
        guard let text else {
            without += count
            return
        }
        counts.add(Array(text.utf8), count)
    }
}
