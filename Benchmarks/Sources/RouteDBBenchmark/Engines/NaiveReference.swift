import RouteDB
import RouteDBRouting

/// Compares the matcher's answers with those of a slow, simple one that knows the sketches only.
struct NaiveReference {
    private let workload: Workload
    private let routesByOrigin: [String: [Int]]

    init(_ workload: Workload) {
        self.workload = workload
        var routes: [String: [Int]] = [:]
        for (number, route) in workload.routes.enumerated() {
            routes[route.origin, default: []].append(number)
        }
        routesByOrigin = routes
    }

    /// Checks a sample.
    ///
    /// A hit must be one, of a route that matches and that none with a higher priority precedes,
    /// with as many captures as the pattern has for that path.
    ///
    /// - Returns: The share of hits among the URLs of the sample.
    /// - Throws: ``BenchmarkFailure`` with the first URL whose answer is wrong.
    func check(_ count: Int) throws -> Double {
        var hits = 0
        let sample = workload.urls.prefix(count)
        for url in sample {
            let found = routesByOrigin[url.origin, default: []].filter {
                captures(of: workload.routes[$0], url.path) != nil
            }
            var match = RouteMatch()
            let outcome = workload.table.match(url.text, into: &match)
            guard case .matched = outcome else {
                guard found.isEmpty else { throw failure(url, "misses \(found)") }
                continue
            }
            hits += 1
            let number = Int(workload.table.route(of: match).id.rawValue) - 1
            let route = workload.routes[number]
            guard found.contains(number) else { throw failure(url, "wrongly finds \(number)") }
            guard found.allSatisfy({ workload.routes[$0].priority <= route.priority }) else {
                throw failure(url, "finds \(number) before a higher priority")
            }
            guard match.captureCount == captures(of: route, url.path) else {
                throw failure(url, "has \(match.captureCount) captures")
            }
        }
        return Double(hits) / Double(max(1, sample.count))
    }

    private func failure(_ url: GeneratedURL, _ text: String) -> BenchmarkFailure {
        BenchmarkFailure(message: "\(workload.name): \(url.text): \(text)")
    }

    /// How many values a route captures from a path; `nil` if it does not match.
    private func captures(of route: RouteSketch, _ path: String) -> Int? {
        let segments = path.split(separator: "/").map(String.init)
        for variant in route.variants {
            if let count = captures(of: variant[...], segments[...]) { return count }
        }
        return nil
    }

    private func captures(
        of sketch: ArraySlice<SegmentSketch>, _ segments: ArraySlice<String>
    ) -> Int? {
        guard let first = sketch.first else { return segments.isEmpty ? 0 : nil }
        // Tails are always last here.
        if case .catchAll = first { return 1 }
        if case .rest = first { return segments.isEmpty ? nil : 1 }
        guard let segment = segments.first, let own = captures(of: first, segment),
            let others = captures(of: sketch.dropFirst(), segments.dropFirst())
        else { return nil }
        return own + others
    }

    private func captures(of sketch: SegmentSketch, _ segment: String) -> Int? {
        switch sketch {
        case .literal(let text): return segment == text ? 0 : nil
        case .text: return segment.isEmpty ? nil : 1
        case .int: return Int64(segment) == nil ? nil : 1
        case .uuid: return isUUID(segment) ? 1 : nil
        case .mixed(let prefix, _, let suffix):
            let fits =
                segment.hasPrefix(prefix) && segment.hasSuffix(suffix)
                && segment.utf8.count > prefix.utf8.count + suffix.utf8.count
            return fits ? 1 : nil
        case .pair:
            let inner = segment.utf8.dropFirst().dropLast()
            return inner.contains(UInt8(ascii: "-")) ? 2 : nil
        case .catchAll, .rest: return nil
        }
    }

    private func isUUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}
