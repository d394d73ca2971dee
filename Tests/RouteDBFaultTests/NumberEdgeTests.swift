import RouteDB
import RouteDBAppLinks
import RouteDBInsight
import RouteDBTestSupport
import Testing

/// Integers at the edges of 64 bits, wherever a URL, a pattern or a document may have one.
@Suite("Edges of numbers")
struct NumberEdgeTests {
    private static let (least, most) = ("-9223372036854775808", "9223372036854775807")
    private static let beyond = ["-9223372036854775809", "9223372036854775808"]

    /// Routes whose bounds are edges, each at a path of its own.
    private static let bounded = [
        "/any/{n:int}", "/all/{n:int(\(least)..\(most))}", "/top/{n:int(\(most)..)}",
        "/bottom/{n:int(..\(least))}", "/high/{n:int(4611686018427387904..)}",
        "/below/{n:int(..9223372036854775806)}",
    ]

    @Test("the greatest and the least integer are matched and written, and no integer beyond them")
    func urls() throws {
        let table = RoutingTable(RegistrySnapshot.of(Self.bounded))
        for text in [Self.least, Self.most] {
            for path in ["any", "all"] {
                let resolution = table.resolve("/\(path)/\(text)")
                let number = try resolution.value("n", as: Int64.self)
                #expect("\(number)" == text)
                #expect(throws: ValueError.self) { try resolution.value("n", as: Int32.self) }
                let route = try #require(resolution.route)
                let url = try table.url(for: route, values: ["n": .int(number)])
                #expect(url.hasSuffix("/\(path)/\(text)"))
            }
        }
        func isMatched(_ url: String) -> Bool { table.resolve(url).outcome == .matched }
        for text in Self.beyond {
            for path in ["any", "all", "top", "bottom", "high", "below"] {
                #expect(!isMatched("/\(path)/\(text)"))
            }
        }
        #expect(isMatched("/top/\(Self.most)") && !isMatched("/top/9223372036854775806"))
        #expect(isMatched("/bottom/\(Self.least)") && !isMatched("/bottom/-9223372036854775807"))
        #expect(isMatched("/high/4611686018427387904") && !isMatched("/high/4611686018427387903"))
        #expect(isMatched("/below/9223372036854775806") && !isMatched("/below/\(Self.most)"))
    }

    @Test("bounds at the edges are examined, explained and exported")
    func bounds() throws {
        var patterns = Self.bounded
        // Two routes that share exactly one number, and two of which one hides the other.
        patterns += ["/a/{n:int(..\(Self.least))}", "/a/{m:int(\(Self.least)..)}"]
        patterns += ["/b/{n:int(..\(Self.most))}", "/b/{m:int(\(Self.most)..)}"]
        let snapshot = RegistrySnapshot.of(patterns)
        let table = RoutingTable(snapshot)
        let report = snapshot.lint(at: 0)
        for url in report.findings.compactMap(\.witness?.url) {
            #expect(table.resolve(url).outcome == .matched)
        }
        for text in [Self.least, Self.most] + Self.beyond {
            for path in ["top", "bottom", "high", "a", "b"] {
                let request = ResolutionRequest("/\(path)/\(text)")
                let explanation = table.explain(request)
                #expect(explanation.resolution.outcome == table.resolve(request).outcome)
            }
        }
        let made = try AppLinkGenerator(
            snapshot, namespace: RouteNamespace.defaultName, host: "example.com"
        ).appleAssociation(apps: ["ABCDE12345.com.example.app"])
        let file = AppLinkFile(Array(made.description.utf8), platform: .ios)
        let proof = try snapshot.appLinkProof(
            of: file, app: "ABCDE12345.com.example.app", namespace: RouteNamespace.defaultName,
            host: "example.com")
        #expect(proof.routes.count == patterns.count)
        let export = try OpenAPIExport(snapshot, namespace: RouteNamespace.defaultName)
        let text = JSONValue.object(export.json).description
        #expect(text.contains(Self.least) && text.contains(Self.most))
    }

    @Test(
        "documents keep every integer, and refuse one that does not fit in its field",
        arguments: RegistryDocument.Format.allCases)
    func documents(format: RegistryDocument.Format) async throws {
        let defaults: JSONObject = [
            "least": .int(.min), "most": .int(.max), "high": .int(1 << 62),
        ]
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                for (name, priority) in [("low", Int32.min), ("high", .max)] {
                    try editor.add(
                        RouteDraft(
                            pattern: "/\(name)/{n:int(\(Self.least)..\(Self.most))}", target: "t",
                            name: name, priority: priority, defaults: defaults))
                }
            }
            let text = try await registry.export(as: format)
            let again = try RouteRegistry(inMemory: nil)
            try await again.apply(RegistryDocument(parsing: text, format: format))
            #expect(try await again.export(as: format) == text)
            #expect(again.table.resolve("/high/1").route?.priority == .max)
            #expect(try again.table.resolve("/low/1").value("most", as: Int64.self) == .max)
            #expect(try again.table.resolve("/low/1").value("least", as: Int64.self) == .min)
            for number in ["2147483648", "-2147483649", Self.most] + Self.beyond {
                let wider = String(decoding: text, as: UTF8.self)
                    .replacing("2147483647", with: number)
                #expect(throws: RouteDBError.self, "\(number)") {
                    _ = try RegistryDocument(parsing: Array(wider.utf8), format: format)
                }
            }
        }
    }
}
