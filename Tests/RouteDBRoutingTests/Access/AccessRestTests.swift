import RouteDBRouting
import RouteDBTestSupport
import Testing

/// Rules on the beginning of a rest: no spelling of a path gets around them.
@Suite struct AccessRestTests {
    /// A route for files with a rule, or without one.
    private static func table(_ rule: AccessRule? = nil) throws -> RoutingTable {
        let route = Route(
            id: AccessProbe.users, namespace: AccessProbe.namespace,
            pattern: try RoutePattern("/dl/{rest:path}"), target: "file")
        let namespace = RouteNamespace(
            id: AccessProbe.namespace, name: RouteNamespace.defaultName)
        return RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: [namespace], routes: [route],
                accessRules: rule.map { [$0] } ?? []))
    }

    @Test("a deny rule on the beginning of a rest holds for every spelling of a path")
    func denied() throws {
        let table = try Self.table(
            .test(1, .deny, .anyone, ["param.rest prefix private/"]))
        for url in [
            "/dl/private/a", "/dl/./private/a", "/dl//private//a", "/dl/%70rivate/a",
            "/dl/x/../private/a", "/dl/x/%2e%2E/private/a", "/x/../dl/private/a",
        ] {
            #expect(table.resolve(url).outcome == .denied, "\(url)")
        }
        for url in [
            "/dl/.%2fprivate/a", "/dl/x%2f..%2fprivate/a", "/dl/x/..%2Fprivate/a",
            "/dl/%2e%2e%2fprivate/a", "/dl/x%2F%2e%2E/private/a",
        ] {
            #expect(table.resolve(url).invalidURL?.reason == .encodedDotSegment, "\(url)")
        }
        // These name files of other names.
        for (url, rest) in [
            ("/dl/private%2Fa", "private%2Fa"), ("/dl/%2fprivate/a", "%2Fprivate/a"),
            ("/dl/private%252Fa", "private%252Fa"), ("/dl/...%2fprivate/a", "...%2Fprivate/a"),
        ] {
            #expect(table.resolve(url).outcome == .matched, "\(url)")
            #expect(table.resolve(url).parameters["rest"] == .string(rest))
        }
    }

    @Test("an allow rule on the beginning of a rest lets nothing else in")
    func allowed() throws {
        let table = try Self.table(
            .test(1, .allow, .anyone, ["param.rest prefix public/"]))
        #expect(table.resolve("/dl/public/a%2Fb").outcome == .matched)
        for url in [
            "/dl/public/../secret", "/dl/public/%2e%2e/secret", "/dl/public%2Fsecret",
            "/dl/secret",
        ] {
            #expect(table.resolve(url).outcome == .denied, "\(url)")
        }
        for url in [
            "/dl/public/..%2fsecret", "/dl/public%2f..%2fsecret", "/dl/public/a%2F..%2F..%2Fb",
            "/dl/public/a%2f%2e.",
        ] {
            #expect(table.resolve(url).outcome == .invalid, "\(url)")
        }
    }

    @Test(
        "random spellings are decided by the path that they name", arguments: 1...4 as ClosedRange)
    func spellings(seed: UInt64) throws {
        let open = try Self.table()
        let denying = try Self.table(.test(1, .deny, .anyone, ["param.rest prefix private/"]))
        let allowing = try Self.table(.test(1, .allow, .anyone, ["param.rest prefix public/"]))
        var random = SeededGenerator(seed: seed)
        var counts: [Resolution.Outcome: Int] = [:]
        for _ in 0..<2_000 * FuzzBudget.rounds {
            let path = SpelledPath(&random)
            let resolution = open.resolve(path.url)
            #expect(resolution.outcome == path.outcome, "\(path.url)")
            counts[resolution.outcome, default: 0] += 1
            guard let rest = path.rest, resolution.outcome == .matched else { continue }
            #expect(resolution.parameters["rest"] == .string(rest), "\(path.url)")
            let isPrivate = rest.utf8.starts(with: "private/".utf8)
            #expect(
                denying.resolve(path.url).outcome == (isPrivate ? .denied : .matched),
                "\(path.url)")
            let isPublic = rest.utf8.starts(with: "public/".utf8)
            #expect(
                allowing.resolve(path.url).outcome == (isPublic ? .matched : .denied),
                "\(path.url)")
            // Nor does it lead elsewhere where the target decodes and resolves it once more.
            let pieces = (rest.percentDecoded ?? "").split(separator: "/")
            #expect(!pieces.contains(".") && !pieces.contains(".."), "\(path.url)")
            let route = try #require(resolution.route)
            let built = try open.url(for: route, values: ["rest": .string(rest)])
            #expect(open.resolve(built).parameters["rest"] == .string(rest), "\(path.url)")
        }
        // A canary: there are many of each kind.
        for outcome in [Resolution.Outcome.matched, .unmatched, .invalid] {
            #expect(counts[outcome, default: 0] > 50, "\(outcome)")
        }
    }
}

/// A path below `/dl` in a random spelling, and what it names.
private struct SpelledPath {
    /// The pieces of the segments; an encoded slash joins those of one.
    private let segments: [[String]]
    private(set) var url = ""

    init(_ random: inout SeededGenerator) {
        let words = ["private", "public", "a", "b-c", "..", ".", "...", ".x", "", "%2F", "100%"]
        var segments = [["dl"]]
        for _ in 0..<1 + random.below(4) {
            let count = random.oneIn(3) ? 2 + random.below(2) : 1
            segments.append((0..<count).map { _ in random.pick(words) })
        }
        self.segments = segments
        for segment in segments {
            url += "/"
            for (index, piece) in segment.enumerated() {
                if index > 0 { url += random.oneIn(2) ? "%2F" : "%2f" }
                url += Self.spelled(piece, &random)
            }
        }
        if random.oneIn(4) { url += "/" }
    }

    private static func spelled(_ piece: String, _ random: inout SeededGenerator) -> String {
        var text: [UInt8] = []
        for byte in piece.utf8 {
            if byte != UInt8(ascii: "%"), !random.oneIn(4) {
                text.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: random.oneIn(2))
                text += Array("%\(digits)".utf8)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The segments that are left when those of dots are resolved; `nil` if the URL is invalid.
    private var resolved: [String]? {
        var names: [String] = []
        for segment in segments {
            if segment.count > 1, segment.contains(".") || segment.contains("..") { return nil }
            switch segment.joined(separator: "/") {
            case "", ".": break
            case "..": _ = names.popLast()
            case let name: names.append(name)
            }
        }
        return names
    }

    /// The text of the rest, if the URL is one of a file.
    var rest: String? {
        guard let names = resolved, names.count > 1, names[0] == "dl" else { return nil }
        let text = ReferenceMatcher.restText(names.dropFirst().map { Array($0.utf8) })
        return String(decoding: text, as: UTF8.self)
    }

    var outcome: Resolution.Outcome {
        resolved == nil ? .invalid : rest == nil ? .unmatched : .matched
    }
}
