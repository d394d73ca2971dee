import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Proving manifests")
struct ManifestProofTests {
    private static func proof(
        _ data: String, _ patterns: [String], level: Int = 35, host: String = "example.com"
    ) throws -> AppLinkProof {
        try RegistrySnapshot.of(patterns).appLinkProof(
            of: ManifestTests.file(data), app: "com.example.app", namespace: "default",
            host: host, apiLevel: level)
    }

    @Test("paths are compared with routes, each with a link that shows the difference")
    func paths() throws {
        let data = #"<data android:path="/a" /><data android:pathPrefix="/b/" />"#
        #expect(try Self.proof(data, ["/a", "/b/{x:path}"]).verdict == .exact)
        let wider = try Self.proof(data, ["/a", "/b/{x}"])
        #expect(wider.components.map(\.verdict) == [.exact, .wider])
        #expect(wider.components[1].witness == "https://example.com/b/a/a")
        let number = #"<data android:pathAdvancedPattern="/[0-9]{2,3}" />"#
        let narrower = try Self.proof(number, ["/{x:int}"])
        #expect(narrower.verdict == .narrower)
        #expect(narrower.routes[0].witness == "https://example.com/0")
    }

    @Test("a filter for other hosts opens nothing, and one without paths the whole host")
    func hosts() throws {
        let other = try Self.proof("", ["/a"], host: "other.com")
        #expect(other.verdict == .narrower && other.components == [])
        #expect(try Self.proof("", ["/**"]).verdict == .exact)
    }

    @Test("M4: older devices take the whole host where they ignore all paths")
    func levels() throws {
        let data = #"<data android:pathAdvancedPattern="/[^/]+" />"#
        #expect(try Self.proof(data, ["/{x}"]).verdict == .exact)
        let old = try Self.proof(data, ["/{x}"], level: 30)
        #expect(old.verdict == .wider && old.components[0].witness == "https://example.com/")
    }

    @Test("a group that blocks counts for its own filter only, and for queries")
    func groups() throws {
        let data = """
            <uri-relative-filter-group android:allow="false">
              <data android:path="/a" android:queryPrefix="q=" /></uri-relative-filter-group>
            <uri-relative-filter-group><data android:path="/a" /></uri-relative-filter-group>
            """
        // An item may have no value, and then does not begin with `q=`.
        let wider = try Self.proof(data, ["/a?!q"])
        #expect(wider.verdict == .wider && wider.routes.map(\.verdict) == [.exact])
        #expect(wider.components[0].witness == "https://example.com/a?q")
        let narrower = try Self.proof(data, ["/a"])
        #expect(narrower.routes[0].witness == "https://example.com/a?q=")
        #expect(narrower.components[0].verdict == .exact)
    }

    @Test("what stands in another file leaves a proof undecided")
    func unresolved() throws {
        let proof = try Self.proof(#"<data android:path="@string/a" />"#, ["/**"])
        #expect(proof.verdict == .undecided)
    }

    @Test("a generated manifest takes what the routes answer")
    func generated() throws {
        let patterns = ["/a", "/b/{x}", "/c/**", "/d/{x}-{y}/e", "/é/{z}"]
        let snapshot = RegistrySnapshot.of(patterns)
        let generator = try AppLinkGenerator(snapshot, namespace: "default", host: "example.com")
        let file = AppLinkFile(Array(generator.manifest().utf8))
        let proof = try snapshot.appLinkProof(
            of: file, app: file.apps[0], namespace: "default", host: "example.com")
        #expect(proof.verdict == .narrower)
        #expect(proof.routes.map(\.verdict) == [.exact, .exact, .exact, .narrower, .exact])
    }

    @Test("a verdict agrees with the filter and the registry on random links")
    func verdictOracle() throws {
        var generator = SeededGenerator(seed: 41)
        for _ in 0..<FuzzBudget.tries(100, byDefault: 40) {
            let data = (0..<1 + generator.below(3)).map { _ in Self.data(&generator) }.joined()
            let patterns = (0..<1 + generator.below(3)).map { _ in
                generator.pick(["/a", "/{x}", "/a/{x}", "/a/**", "/ab?q={x}", "/b?!q", "/*/b"])
            }
            let level = generator.pick([30, 31, 35])
            let proof = try Self.proof(data, patterns, level: level)
            let table = RoutingTable(RegistrySnapshot.of(patterns))
            let file = ManifestTests.file(data)
            for _ in 0..<40 {
                let url = Self.url(&generator)
                var match = RouteMatch()
                let isAnswered =
                    if case .matched = table.match(url, into: &match) { true } else { false }
                let isOpened =
                    try file.explain(url, apiLevel: level).apps[0].outcome == .opens
                let note: Comment = "\(data) \(patterns) \(url) \(level)"
                if isOpened && !isAnswered {
                    #expect([.wider, .different, .undecided].contains(proof.verdict), note)
                } else if isAnswered && !isOpened {
                    #expect([.narrower, .different, .undecided].contains(proof.verdict), note)
                }
            }
        }
    }

    private static func data(_ generator: inout SeededGenerator) -> String {
        let kinds = ["path", "pathPrefix", "pathPattern", "pathSuffix", "pathAdvancedPattern"]
        let kind = generator.pick(kinds)
        let values = ["/a", "/a/", "/b", "/a/b", "/ab"]
        let globs = ["/.*", "/a.*b", "/a*b", "/.*/b", "/."]
        let advanced = ["/[a-b]+", "/a+b", "/[^/]+/b", "/a{1,2}", "/.*"]
        let value =
            switch kind {
            case "pathPattern": generator.pick(globs)
            case "pathAdvancedPattern": generator.pick(advanced)
            default: generator.pick(values)
            }
        let test = "<data android:\(kind)=\"\(value)\" />"
        guard generator.oneIn(2) else { return test }
        let query = generator.oneIn(3) ? #"<data android:query="q=a" />"# : ""
        let allow = generator.oneIn(2) ? "true" : "false"
        return """
            <uri-relative-filter-group android:allow="\(allow)">\(test)\(query)\
            </uri-relative-filter-group>
            """
    }

    private static func url(_ generator: inout SeededGenerator) -> String {
        let segments = (0..<1 + generator.below(3)).map { _ in
            (0..<1 + generator.below(2)).map { _ in generator.pick(["a", "b"]) }.joined()
        }
        let query = generator.oneIn(3) ? "?q=\(generator.pick(["a", "b"]))" : ""
        return "https://example.com/" + segments.joined(separator: "/") + query
    }
}
