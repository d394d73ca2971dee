import Testing

@Suite("The public API")
struct PublicAPITests {
    /// The products, with the modules whose public types each of them shows.
    private static let products = [
        "RouteDB": [
            "RouteDBRouting", "RouteDBDatabase", "RouteDBStorage", "RouteDBHistory", "RouteDB",
        ],
        "RouteDBInsight": ["RouteDBInsight"],
        "RouteDBTraffic": ["RouteDBTraffic"],
        "RouteDBAppLinks": ["RouteDBAppLinks"],
        "RouteDBServer": ["RouteDBServer"],
        "RouteDBHub": ["RouteDBHub"],
        "RouteDBHummingbird": ["RouteDBHummingbird"],
        "RouteDBScreens": ["RouteDBScreens"],
        "RouteDBTesting": ["RouteDBTesting"],
    ]

    @Test("someone who imports RouteDB gets a limited number of public types")
    func number() throws {
        let types = try Self.publicTypes(of: "RouteDB")
        #expect(types.count <= 187, "make package what no app needs")
    }

    @Test("someone who imports RouteDB gets at most 90 names")
    func topLevel() throws {
        let types = try Self.publicTypes(of: "RouteDB").filter(\.isTopLevel)
        #expect(types.count <= 90, "put it into the type that it belongs to")
    }

    @Test("no public type at the top level has a name that an app calls its own")
    func names() throws {
        let taken: Set<Substring> = [
            "Action", "Candidate", "Completion", "Context", "Converter", "Event", "Guard",
            "Handler", "Invocation", "Namespace", "Parameter", "Policy", "Presentation",
            "Principal", "Profile", "Rejection", "Request", "Requirement", "Response", "Revision",
            "Screen", "State", "User",
        ]
        for product in Self.products.keys {
            let top = try Self.publicTypes(of: product).filter(\.isTopLevel).map(\.name)
            #expect(taken.intersection(top) == [], "\(product)")
        }
    }

    @Test("every public type at the top level is in a topic group of its product's page, once")
    func topics() throws {
        for product in Self.products.keys {
            let page = try Repository.file("Sources/\(product)/\(product).docc/\(product).md")
            let listed = page.lines.filter { $0.hasPrefix("- ``") }
                .map { $0.dropFirst(4).prefix { $0 != "`" } }
            let top = try Self.publicTypes(of: product).filter(\.isTopLevel).map(\.name)
            #expect(listed.sorted() == top.sorted(), "\(product)")
        }
    }

    @Test("an error that the documentation of the public API names is public")
    func errors() throws {
        let known: Set<Substring> = [
            "CancellationError", "DecodingError", "HTTPError", "HTTPResponseError",
        ]
        let types = try Set(Self.products.keys.flatMap { try Self.publicTypes(of: $0) }.map(\.name))
        for folder in Set(Self.products.values.joined()) {
            for file in try Repository.files(in: ["Sources/\(folder)"], suffix: ".swift") {
                let named = Self.publicComments(of: file).flatMap { line in
                    line.matches(
                        of: /`(?:[A-Za-z]+\/)?([A-Z][A-Za-z]*(?:Error|Mistake|Failure|Problem))`/
                    ).map(\.output.1)
                }
                #expect(Set(named).subtracting(types).subtracting(known) == [], "\(file.path)")
            }
        }
    }

    /// The lines of the documentation comments of public declarations.
    private static func publicComments(of file: SourceFile) -> [Substring] {
        var (found, pending): ([Substring], [Substring]) = ([], [])
        for line in file.lines {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") {
                pending.append(text)
            } else if !text.hasPrefix("@"), !text.hasPrefix("#"), !text.hasPrefix("//") {
                if text.split(separator: " ").contains("public") { found += pending }
                pending = []
            }
        }
        return found
    }

    /// The public types of a product, nested ones included.
    private static func publicTypes(
        of product: String
    ) throws -> [(name: Substring, isTopLevel: Bool)] {
        let folders = (products[product] ?? []).map { "Sources/\($0)" }
        return try Repository.files(in: folders, suffix: ".swift").flatMap(publicTypes(in:))
    }

    private static func publicTypes(in file: SourceFile) -> [(name: Substring, isTopLevel: Bool)] {
        // All that a file has may be inside one '#if', and so indented.
        let code = file.codeLines.map(\.text).filter { !$0.isEmpty && !$0.hasPrefix("#") }
        let margin = code.map(indentation(of:)).min() ?? 0
        return code.compactMap { line in
            let words = line.split(separator: " ").filter { $0 != "final" && $0 != "indirect" }
            guard words.count > 2, words[0] == "public", kinds.contains(words[1]) else {
                return nil
            }
            let name = words[2].prefix { $0.isLetter || $0.isNumber }
            return (name, indentation(of: line) == margin)
        }
    }

    private static func indentation(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    private static let kinds: Set<Substring> = [
        "struct", "enum", "class", "protocol", "actor", "typealias",
    ]
}
