import RouteDBHistory
import RouteDBRouting

/// Clusters the URLs that match no route, in bounded memory.
///
/// The result depends on the order of the hits, so they are scanned in one part. The first
/// ``maximumOrigins`` hosts are kept separate. The first ``maximumKnown`` URLs are known: further
/// hits of them are only counted, and get into their trees in the end.
struct UnmatchedTally: HitTally {
    static let maximumOrigins = 512
    static let maximumKnown = 1 << 16
    /// The maximum number of nodes of all trees together.
    static let maximumNodes = 1 << 18
    /// The host that stands for all hosts beyond the limit.
    static let otherHost = "<host>"

    private let finder: CauseFinder
    private var columns: HitColumns
    /// True if hits of the previous window are being added.
    private var isPrevious = false
    private var trees: [(key: ClusterKey, tree: ClusterTree)] = []
    private var numbers: [ClusterKey: Int] = [:]
    private var nodeCount = 0
    private(set) var total = HitCount()
    private(set) var previousTotal = HitCount()
    private var known = TextDictionary(capacity: 1 << 10)
    /// The places of the known URLs, and their hits that are not in a tree yet.
    private var places: [Place] = []
    private var waiting: [ClusterLeaf] = []

    /// The tree and the path where a URL is counted.
    private struct Place: Sendable {
        let tree: Int
        let segments: [ByteText]
    }

    init(_ filter: AnalysisFilter, finder: CauseFinder) {
        self.finder = finder
        columns = HitColumns(filter)
    }

    /// Continues with the hits of the previous window.
    mutating func beginPrevious(_ filter: AnalysisFilter) {
        isPrevious = true
        columns = HitColumns(filter)
    }

    var texts: TextSelection { .urls }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.weight, .time], of: segment)
        let (weights, times) = (columns[.weight], columns[.time])
        for index in 0..<columns.count {
            // The texts are copied while the cursor lends the segment.
            let kind = try unsafe segment.text(.kind, at: columns.place(index)).map {
                unsafe String(decoding: $0, as: UTF8.self)
            }
            let url = try unsafe segment.text(.url, at: columns.place(index))
            unsafe add(
                url ?? UnsafeRawBufferPointer(start: nil, count: 0), kind: kind,
                weight: weights[index], time: times[index])
        }
    }

    /// Adds one URL, and the kind that was wanted.
    mutating func add(_ url: [UInt8], kind: String? = nil, weight: Int64, time: Int64) {
        unsafe url.withUnsafeBytes { unsafe add($0, kind: kind, weight: weight, time: time) }
    }

    private mutating func add(
        _ url: UnsafeRawBufferPointer, kind: String?, weight: Int64, time: Int64
    ) {
        if isPrevious {
            previousTotal += HitCount(hits: 1, weight: weight)
        } else {
            total += HitCount(hits: 1, weight: weight)
        }
        var number: Int?
        if url.count <= ClusterTree.maximumText {
            number = unsafe knownNumber(of: url, kind)
        }
        if let number, number < places.count {
            unsafe waiting[number].add(nil, weight: weight, time: time, isPrevious: isPrevious)
            return
        }
        let place = unsafe place(of: Array(url), kind)
        var hit = ClusterLeaf()
        unsafe hit.add(url, weight: weight, time: time, isPrevious: isPrevious)
        add(hit, at: place)
        if number != nil {
            places.append(place)
            waiting.append(ClusterLeaf())
        }
    }

    private mutating func add(_ hits: ClusterLeaf, at place: Place) {
        nodeCount += trees[place.tree].tree.add(
            place.segments, hits, isFull: nodeCount >= Self.maximumNodes)
    }

    /// The number of a known URL and kind; `nil` for a new one beyond the limit.
    private mutating func knownNumber(of url: UnsafeRawBufferPointer, _ kind: String?) -> Int? {
        guard let kind else { return unsafe known.number(of: url, limit: Self.maximumKnown) }
        // No URL of a hit ends with a NUL and a kind.
        let key = unsafe Array(url) + [0] + Array(kind.utf8)
        return unsafe key.withUnsafeBytes { unsafe known.number(of: $0, limit: Self.maximumKnown) }
    }

    private mutating func place(of url: [UInt8], _ kind: String?) -> Place {
        let (finding, parsed) = finder.finding(for: url, kind: kind)
        var key = ClusterKey(finding: finding)
        var segments: [ByteText] = []
        if let parsed, finding.cause != .noise {
            (key.scheme, key.host, key.port) = (parsed.scheme, parsed.host, parsed.port)
            segments = parsed.segments.map { ByteText($0.utf8) }
        }
        if key.host != nil, numbers[key] == nil, trees.count >= Self.maximumOrigins {
            (key.host, key.port) = (Self.otherHost, nil)
        }
        if let number = numbers[key] { return Place(tree: number, segments: segments) }
        numbers[key] = trees.count
        trees.append((key, ClusterTree()))
        return Place(tree: trees.count - 1, segments: segments)
    }

    /// The trees, by what the URLs of each have in common.
    mutating func finish() -> [(key: ClusterKey, tree: ClusterTree)] {
        for (place, hits) in zip(places, waiting) where !hits.isEmpty { add(hits, at: place) }
        waiting = [ClusterLeaf](repeating: ClusterLeaf(), count: places.count)
        return trees
    }

    /// Never called, because there is only one part.
    mutating func merge(_ other: UnmatchedTally) {
        preconditionFailure("the order of unmatched hits matters")
    }
}
