import RouteDB

/// Compares a model with RouteDB, over random registries and URLs.
struct ModelRun<Model: RouterModel> {
    private var generator: ModelGenerator
    /// How many URLs were asked, and how many of them had a match.
    private(set) var cases = 0
    private(set) var matched = 0

    init(_ system: RouterSystem, seed: UInt64) {
        generator = ModelGenerator(system, seed: seed)
    }

    /// Runs until the answers differ.
    ///
    /// - Returns: The difference, shown by as few routes as it needs, or `nil`.
    /// - Throws: ``PatternError`` of a pattern that RouteDB refuses.
    mutating func firstDifference(registries: Int, urls: Int) throws -> String? {
        for _ in 0..<registries {
            let registry = generator.nextRegistry()
            let answers = try Answers(registry)
            for _ in 0..<urls {
                let url = generator.url()
                if ModelExclusion.leavesOut(url: url, of: registry.system) { continue }
                let (expected, got) = answers.answers(to: url)
                cases += 1
                if expected != [] { matched += 1 }
                if !ValueEquality.areEqual(expected, got) { return try minimal(registry, url) }
            }
        }
        return nil
    }

    /// Describes a difference, with all routes left out that it does not need.
    private func minimal(_ registry: ModelRegistry, _ url: String) throws -> String {
        var registry = registry
        for route in registry.routes {
            var smaller = registry
            smaller.routes.removeAll { $0 == route }
            let (expected, got) = try Answers(smaller).answers(to: url)
            if !ValueEquality.areEqual(expected, got) { registry = smaller }
        }
        let (expected, got) = try Answers(registry).answers(to: url)
        return """
            \(url.debugDescription)
            expected: \(expected)
            got:      \(got)
            \(registry)
            """
    }

    /// The model and the table of one registry, to be asked the same.
    private struct Answers {
        private let model: Model
        private let table: RoutingTable

        init(_ registry: ModelRegistry) throws {
            model = Model(registry)
            table = try registry.table()
        }

        /// Both answers to a URL; empty lists without a match.
        func answers(to url: String) -> (expected: JSONValue, got: JSONValue) {
            let got = Model.matches(of: url, in: table)
            return (
                .array(model.matches(of: url).map { .object($0) }), .array(got.map { .object($0) })
            )
        }
    }
}
