/// Generates tables that the barest matcher can hold.
///
/// They have one scheme and host, and four to six segments, each a literal or a parameter without a
/// type. What can follow a path is either literals or a parameter.
struct PathTable {
    /// The names of the tables that ``routes(_:seed:)`` makes.
    static let counts = [
        "paths100": 100, "paths1k": 1_000, "paths10k": 10_000, "paths100k": 100_000,
        "literals1k": 1_000, "literals100k": 100_000, "three": 3,
    ]

    private var random: SeededGenerator
    private let count: Int
    private let words: [String]
    /// The share of segments behind the first one that are parameters, in percent.
    private let parameters: Int

    /// The routes of a table; `nil` if it is none of these.
    static func routes(_ name: String, seed: UInt64) -> [RouteSketch]? {
        guard let count = counts[name] else { return nil }
        if name == "three" {
            return [
                ["login"], ["user", "settings", "privacy"], ["user", "{}", "privacy"],
            ].map(route)
        }
        let parameters = name.hasPrefix("literals") ? 0 : 55
        var table = PathTable(count, parameters: parameters, seed: seed)
        return table.routes()
    }

    private init(_ count: Int, parameters: Int, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        self.count = count
        self.parameters = parameters
        let nouns = DeepLinkGenerator.nouns
        words = nouns + nouns.flatMap { noun in nouns.map { "\(noun)-\($0)" } }
    }

    private mutating func routes() -> [RouteSketch] {
        let sections = max(8, Int(Double(count).squareRoot()))
        var seen: Set<[String]> = []
        var routes: [RouteSketch] = []
        while routes.count < count {
            var segments = [words[random.below(sections)]]
            for _ in 0..<3 + random.below(3) {
                segments.append(isParameter(behind: segments) ? "{}" : literal())
            }
            if seen.insert(segments).inserted { routes.append(Self.route(segments)) }
        }
        return routes
    }

    /// Whether a parameter follows a path; the same for equal paths.
    private func isParameter(behind segments: [String]) -> Bool {
        if segments.last == "{}" { return false }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in segments.joined(separator: "/").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return hash >> 20 % 100 < UInt64(parameters)
    }

    /// A few words are common, so that routes share beginnings.
    private mutating func literal() -> String {
        words[random.percent(60) ? random.below(30) : random.below(words.count)]
    }

    private static func route(_ segments: [String]) -> RouteSketch {
        RouteSketch(
            scheme: "myapp", host: "app.example.com",
            segments: segments.enumerated().map { index, text in
                text == "{}" ? .text("p\(index)") : .literal(text)
            })
    }
}
