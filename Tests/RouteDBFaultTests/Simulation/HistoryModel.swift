import RouteDB
import RouteDBHistory
import RouteDBTestSupport

/// What a history holds: each hit by its URL, which no other hit has.
struct HistoryModel: Sendable {
    /// The times of the hits that are there, in microseconds.
    private(set) var hits: [String: Int64] = [:]
    /// The URLs of hits that were pruned, and still count in the totals.
    private(set) var pruned: Set<String> = []
    /// How many lines of each log are imported.
    private(set) var lines: [Int: Int] = [:]
    private var recorded = 0
    let mistake: SimulationMistake?

    init(mistake: SimulationMistake?) { self.mistake = mistake }

    /// The hits that a process is to record next.
    func batch(_ count: Int, at time: Timestamp) -> [Hit] {
        (recorded..<recorded + count).map { number in
            Hit(
                time: time + .seconds(60 * (number % 50)),
                url: Array("/hit/\(number)?k=\(number % 3)".utf8), outcome: .unmatched)
        }
    }

    mutating func record(_ batch: [Hit]) {
        for hit in batch { hits[String(decoding: hit.url, as: UTF8.self)] = hit.time.microseconds }
        recorded += batch.count
    }

    /// The URL of a line of a log; the lines are a minute apart.
    static func url(of log: Int, line: Int) -> String { "/log\(log)/\(line)" }
    static let firstLine: Int64 = 971_211_336_000_000
    static let lineTime: Int64 = 1_000_000

    /// A log with a number of lines.
    static func text(of log: Int, lines: Int) -> String {
        (0..<lines).map { line in
            "10.0.0.\(log) - - [10/Oct/2000:20:\(56 + line / 60):\(line % 60 < 10 ? "0" : "")\(line % 60)"
                + " +0000] \"GET \(url(of: log, line: line)) HTTP/1.1\" 200 5\n"
        }.joined()
    }

    mutating func importLog(_ log: Int, lines count: Int) {
        let known = lines[log] ?? 0
        if mistake == .importsTwice, known > 0 { hits["again"] = 0 }
        guard count > known else { return }
        for line in known..<count {
            hits[Self.url(of: log, line: line)] = 0
        }
        lines[log] = count
    }

    mutating func forget(_ log: Int) {
        for line in 0..<(lines[log] ?? 0) {
            hits[Self.url(of: log, line: line)] = nil
            pruned.remove(Self.url(of: log, line: line))
        }
        lines[log] = nil
    }

    /// Takes over which hits were pruned.
    mutating func prune(keeping urls: Set<String>) {
        pruned.formUnion(Set(hits.keys).subtracting(urls))
        hits = hits.filter { urls.contains($0.key) }
    }

    /// What a history that is as it should be holds.
    var content: HistoryContent {
        HistoryContent(urls: hits.keys.sorted(), total: Int64(hits.count + pruned.count))
    }
}

/// What a history holds, as it is read from its file.
struct HistoryContent: Hashable, Sendable {
    /// The URLs of the hits, sorted: one that is there twice shows.
    var urls: [String] = []
    /// The number of hits in the totals, pruned ones included.
    var total: Int64 = 0
    /// The same in the totals of all routes together.
    var totalOfAllRoutes: Int64 = 0
    /// The times of the hits by their URLs.
    var times: [String: Int64] = [:]

    init(urls: [String], total: Int64) {
        (self.urls, self.total, totalOfAllRoutes) = (urls, total, total)
    }

    /// Reads a history; one that is not there, or whose making was cut off, holds nothing.
    init(of path: String, exists: Bool) throws {
        guard exists else { return }
        do {
            let reader = try HitsReader(path: path)
            var (found, times): ([String], [String: Int64]) = ([], [:])
            try reader.scan(texts: .all) { segment in
                for hit in try segment.hits() {
                    let url = String(decoding: hit.url, as: UTF8.self)
                    found.append(url)
                    times[url] = hit.time.microseconds
                }
            }
            var sums: (routes: Int64, all: Int64) = (0, 0)
            try reader.forEachRollUp(.min ... .max, onlyPruned: false) { sums.routes += $0.hits }
            try reader.forEachTotal(.min ... .max) { sums.all += $0.hits }
            (urls, self.times) = (found.sorted(), times)
            (total, totalOfAllRoutes) = sums
        } catch {
            guard error.code == .notAHistory else { throw error }
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.urls == right.urls && left.total == right.total
            && left.totalOfAllRoutes == right.totalOfAllRoutes
    }

    func hash(into hasher: inout Hasher) { hasher.combine(urls) }
}
