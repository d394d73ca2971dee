import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Registry documents")
struct RegistryDocumentTests {
    private static let texts: [(RegistryDocument.Format, String)] = [
        (.ndjson, "{\"pattern\":\"/a\",\"target\":\"t\",\"name\":\"a\"}\n"),
        (.csv, "pattern,target,name\n/a,t,a\n"), (.tsv, "pattern\ttarget\tname\n/a\tt\ta\n"),
        (.json, "[{\"pattern\":\"/a\",\"target\":\"t\",\"name\":\"a\"}]"),
    ]

    @Test("each format is read, whether it is given, or told from the name or the bytes")
    func formats() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            for (format, text) in Self.texts {
                let bytes = Array(text.utf8)
                let given = try RegistryDocument(parsing: bytes, format: format)
                let named = try RegistryDocument(parsing: bytes, named: "a.\(format.rawValue)")
                let detected = try RegistryDocument(parsing: bytes)
                for document in [given, named, detected] {
                    #expect(document.format == format)
                    try await registry.apply(document)
                    #expect(registry.resolve("/a").route?.name == "a")
                }
            }
            #expect(registry.table.revision == 2)
        }
    }

    @Test(
        "a route with a redirect needs no target",
        arguments: [
            "{\"pattern\":\"/a\",\"redirect\":{\"to\":\"/b\"}}\n{\"pattern\":\"/c\",\"redirect\":{\"status\":410}}\n",
            "pattern,redirect,status\n/a,/b,\n/c,,410\n",
            "{\"routes\":[{\"pattern\":\"/a\",\"redirect\":{\"to\":\"/b\"}},"
                + "{\"pattern\":\"/c\",\"redirect\":{\"status\":410}}]}",
        ])
    func usualTargets(text: String) async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.apply(try RegistryDocument(parsing: Array(text.utf8)))
            #expect(registry.resolve("/a").route?.target == "redirect")
            #expect(registry.resolve("/a").redirect?.location == "/b")
            #expect(registry.resolve("/c").route?.target == "gone")
        }
    }

    @Test(
        "a mistake is reported with its line and column",
        arguments: [
            ("a.ndjson", "{\"pattern\":\"/a\",\"target\":\"t\"}\n\n{\"pattern\":\"/b\"}\n", 3, 1),
            ("a.ndjson", "{\"pattern\":\"/a\",\"target\":\"t\"}\n{\"pattern\":}\n", 2, 12),
            ("a.csv", "pattern,target,priority\n/a,t,\n/b,t,high\n", 3, 6),
            ("a.tsv", "pattern\ttarget\n/a\tt\n/b\t\"t\n", 3, 4),
            ("a.json", "{\"routes\":[{\"pattern\":\"/a\",\n \"target\":7}]}", 2, 11),
            ("a.json", "{\"rules\":[{\"namespace\":\"default\",\n\"effect\":\"perhaps\"}]}", 2, 10),
        ])
    func places(name: String, text: String, line: Int, column: Int) throws {
        let error = try #require(
            #expect(throws: RouteDBError.self) {
                try RegistryDocument(parsing: Array(text.utf8), named: name)
            })
        let failure = try #require(error.underlying as? RegistryDocument.Failure)
        let problem = try #require(failure.problems.first)
        #expect(failure.name == name && failure.problems.count == 1)
        #expect(problem.line == line && problem.column == column, "\(problem)")
        #expect(error.code == problem.code)
        #expect(error.message.hasPrefix("\(name), line \(line), column \(column): "))
    }

    @Test("problems are reported together, up to twenty, with those that the registry finds")
    func several() async throws {
        let lines = (1...30).map {
            "{\"pattern\":\"/\($0)\",\"target\":\"t\",\"syntax\":\"s\($0)\"}\n"
        }.joined()
        let error = try #require(
            #expect(throws: RouteDBError.self) {
                try RegistryDocument(parsing: Array(lines.utf8), format: .ndjson)
            })
        let failure = try #require(error.underlying as? RegistryDocument.Failure)
        #expect(failure.problems.map(\.line) == Array(1...20) && failure.isCutShort)
        #expect(error.message.hasSuffix(" (and 19 more problems)"))

        try await RouteRegistry.withTemporary { registry, _ in
            let text = "pattern,target\n/{a,t\n/ok,t\n/{b,t\n"
            let document = try RegistryDocument(parsing: Array(text.utf8), named: "a.csv")
            let error = await #expect(throws: RouteDBError.self) {
                try await registry.apply(document)
            }
            let failure = try #require(error?.underlying as? RegistryDocument.Failure)
            #expect(failure.problems.map(\.line) == [2, 4] && !failure.isCutShort)
            #expect(error?.code == .invalidPattern)
            #expect(registry.table.revision == 1)
        }
    }

    @Test("problems of one cause are reported as one, with their number")
    func oneCause() throws {
        let lines = (1...30).map { "{\"pattern\":\"/\($0)\"}\n" }.joined()
        let error = try #require(
            #expect(throws: RouteDBError.self) {
                try RegistryDocument(parsing: Array(lines.utf8), format: .ndjson)
            })
        let failure = try #require(error.underlying as? RegistryDocument.Failure)
        #expect(failure.problems.map(\.line) == [1] && failure.problems.map(\.count) == [30])
        #expect(!failure.isCutShort)
        #expect(error.message.hasSuffix(" (and 29 more problems)"))
    }

    @Test("a mistake in a document made in code is reported with the item")
    func items() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            let document = RegistryDocument(
                named: "my routes",
                routes: [
                    RouteDraft(pattern: "/a", target: "t"), RouteDraft(pattern: "/{a", target: "t"),
                ])
            let error = await #expect(throws: RouteDBError.self) {
                try await registry.apply(document)
            }
            #expect(error?.message.hasPrefix("my routes, routes[1]: ") == true)
            let failure = try #require(error?.underlying as? RegistryDocument.Failure)
            #expect(failure.problems.map(\.item) == ["routes[1]"])
            #expect(failure.problems.first?.line == nil)
        }
    }

    @Test("a file that cannot be read is an error that names it, as is a database")
    func unreadable() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            for path in [directory.path("missing.csv"), registry.path] {
                let error = #expect(throws: RouteDBError.self) {
                    try RegistryDocument(contentsOf: path)
                }
                #expect(error?.code == .inputUnreadable)
                #expect(error?.message.contains("'\(path)'") == true)
            }
        }
    }

    @Test("what is not text, or in another encoding, is refused with the way out")
    func encodings() {
        for bytes in [[0xFF, 0xFE, 0x61, 0], [UInt8](repeating: 0, count: 9)] as [[UInt8]] {
            let error = #expect(throws: RouteDBError.self) {
                try RegistryDocument(parsing: bytes, named: "a.csv")
            }
            #expect(error?.code == .invalidInput && error?.hint != nil)
        }
    }
}
