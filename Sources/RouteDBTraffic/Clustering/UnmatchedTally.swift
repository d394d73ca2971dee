import RouteDBHistory
import RouteDBRouting

/// Clusters the URLs that match no route, in bounded memory.
///
/// The result depends on the order of the hits, so they are scanned in one part. The first
/// ``maximumOrigins`` hosts are kept separate. The causes of the first ``maximumKnown`` URLs are
/// cached.
struct UnmatchedTally: HitTally {
    static let maximumOrigins = 512
    static let maximumKnown = 1 << 16
    /// The maximum number of nodes of all trees together.
    static let maximumNodes = 1 << 18
    /// The host that stands for all hosts beyond the limit.
    static let otherHost = "<host>"

    private let finder: CauseFinder
    private var columns: HitColumns
    /// Whether hits of the previous window are being added.
    private var isPrevious = false
    private(set) var trees: [ClusterKey: ClusterTree] = [:]
    private var nodeCount = 0
    private(set) var total = HitCount()
    private(set) var previousTotal = HitCount()
    private var known: [ByteText: Place] = [:]

    /// The tree and the path where a URL is counted.
    private struct Place: Sendable {
        let key: ClusterKey
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

    var needsTexts: Bool { true }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.weight, .time], of: segment)
        for index in 0..<columns.count {
            // The text is copied while the cursor lends the segment.
            let url =
                try unsafe segment.text(.url, at: columns.place(index)).map { unsafe Array($0) }
                ?? []
            add(url, weight: columns[.weight][index], time: columns[.time][index])
        }
    }

    /// Adds one URL.
    mutating func add(_ url: [UInt8], weight: Int64, time: Int64) {
        let place = place(of: url)
        nodeCount += trees[place.key, default: ClusterTree()].add(
            place.segments, url: url, weight: weight, time: time, isPrevious: isPrevious,
            isFull: nodeCount >= Self.maximumNodes)
        if isPrevious {
            previousTotal += HitCount(hits: 1, weight: weight)
        } else {
            total += HitCount(hits: 1, weight: weight)
        }
    }

    private mutating func place(of url: [UInt8]) -> Place {
        let text = ByteText(url)
        if let place = known[text] { return place }
        let (finding, parsed) = finder.finding(for: url)
        var key = ClusterKey(finding: finding)
        var segments: [ByteText] = []
        if let parsed, finding.cause != .noise {
            (key.scheme, key.host, key.port) = (parsed.scheme, parsed.host, parsed.port)
            segments = parsed.segments.map { ByteText($0.utf8) }
        }
        if key.host != nil, trees[key] == nil, trees.count >= Self.maximumOrigins {
            (key.host, key.port) = (Self.otherHost, nil)
        }
        let place = Place(key: key, segments: segments)
        if known.count < Self.maximumKnown, url.count <= ClusterTree.maximumText {
            known[text] = place
        }
        return place
    }

    /// Never called, because there is only one part.
    mutating func merge(_ other: UnmatchedTally) {
        preconditionFailure("the order of unmatched hits matters")
    }
}
