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
