/// Generates tables in which a URL agrees with many routes in most segments.
struct HostileTable {
    private static let count = 10_000
    private var random: SeededGenerator

    /// The routes of a table; `nil` if it is none of these.
    static func routes(_ name: String, seed: UInt64) -> [RouteSketch]? {
        var table = HostileTable(random: SeededGenerator(seed: seed))
        switch name {
        case "siblings10k": return table.routes { $0.siblings() }
        case "groups10k": return table.routes { $0.groups() }
        default: return nil
        }
    }

    private mutating func routes(_ make: (inout Self) -> RouteSketch) -> [RouteSketch] {
        var seen: Set<String> = []
        var routes: [RouteSketch] = []
        while routes.count < Self.count {
            let route = make(&self)
            if seen.insert(route.shapes[0]).inserted { routes.append(route) }
        }
        return routes
    }

    /// Nine segments.
    private mutating func siblings() -> RouteSketch {
        RouteSketch(
            scheme: "myapp", host: "app.example.com", segments: (0..<9).map { segment($0) })
    }

    /// Six groups, each in the one before it, behind two literals.
    private mutating func groups() -> RouteSketch {
        RouteSketch(
            scheme: "myapp", host: "app.example.com",
            segments: (0..<2).map { _ in .literal(random.word(2...3)) },
            optional: (0..<6).map { [segment($0)] })
    }

    /// One of two literals, or a parameter beside them.
    private mutating func segment(_ place: Int) -> SegmentSketch {
        if random.percent(50) { return .text("p\(place)") }
        return .literal(random.percent(50) ? "a" : "b")
    }
}
