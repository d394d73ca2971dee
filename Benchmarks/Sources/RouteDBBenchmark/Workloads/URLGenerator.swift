/// Generates URLs for a table's routes: about 80% hits, two thirds with a query, 12% with a
/// fragment, in random order.
struct URLGenerator {
    private var random: SeededGenerator
    private let queryWords = ["utm_source", "ref", "page", "lang", "tab", "sort", "q"]
    /// Bytes of query that bring the mean length to 61–67.
    private let queryLength: Int

    init(seed: UInt64, queryLength: Int) {
        random = SeededGenerator(seed: seed)
        self.queryLength = queryLength
    }

    mutating func urls(_ count: Int, for routes: [RouteSketch]) -> [GeneratedURL] {
        (0..<count).map { _ in url(for: random.pick(routes)) }
    }

    /// URLs of routes of which the *n*th most wanted is wanted an *n*th as often as the first.
    mutating func skewedURLs(_ count: Int, for routes: [RouteSketch]) -> [GeneratedURL] {
        let order = routes.shuffled(using: &random)
        var sums: [Double] = []
        for rank in 1...max(1, order.count) { sums.append((sums.last ?? 0) + 1 / Double(rank)) }
        let whole = sums.last ?? 0
        return (0..<count).map { _ in
            let wanted = Double.random(in: 0..<whole, using: &random)
            let rank = sums.firstIndex(notBelow: wanted)
            return url(for: order[min(rank, order.count - 1)])
        }
    }

    private mutating func url(for route: RouteSketch) -> GeneratedURL {
        let variant = random.pick(route.variants)
        var segments = variant.map { $0.sample(&random) }
        // Some changed paths are hits of other routes; hence a little more than 20%.
        if random.percent(23) { spoil(&segments) }
        let path = RouteSketch.path(segments)
        var rest = ""
        if random.percent(67) { rest += "?" + query() }
        if random.percent(12) { rest += "#" + random.word(3...8) }
        return GeneratedURL(origin: route.origin, path: path, rest: rest)
    }

    /// Makes a path that its route does not match.
    private mutating func spoil(_ segments: inout [String]) {
        switch random.below(3) {
        case 0:
            segments.append(contentsOf: [random.word(4...8), random.word(4...8)])
        case 1 where !segments.isEmpty:
            segments[random.below(segments.count)] += "x"
        default:
            if segments.isEmpty {
                segments = [random.word(5...9), random.word(3...6)]
            } else {
                segments[0] = random.word(5...9)
            }
        }
    }

    private mutating func query() -> String {
        var text = random.pick(queryWords) + "=" + random.word(2...6)
        while text.utf8.count < queryLength {
            text += "&" + random.pick(queryWords) + "=" + random.word(1...7)
        }
        return text
    }
}

extension [Double] {
    /// The first index whose value is not below a limit; the values ascend.
    fileprivate func firstIndex(notBelow limit: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A URL in the parts that engines ask for.
struct GeneratedURL {
    let origin: String
    let path: String
    /// The query and fragment with their marks.
    var rest: String

    /// The query with its mark.
    var query: String { String(rest.prefix { $0 != "#" }) }

    var text: String { origin + path + rest }
}
