import Testing

@Suite("The manifests")
struct ManifestTests {
    @Test(
        "every target with Swift of ours has the strict settings",
        arguments: ["Package.swift", "Benchmarks/Package.swift", "Examples/Package.swift"])
    func strictSettings(path: String) throws {
        guard Repository.exists(path) else { return }
        let manifest = try Repository.file(path).lines.joined(separator: "\n")
        #expect(manifest.contains(".strictMemorySafety()"))
        for target in Self.targets(of: manifest) where !Self.isInC(target) {
            #expect(
                target.contains("swiftSettings: strict")
                    || target.contains(".strictMemorySafety()"), "\(target)")
        }
    }

    @Test("the Swift Package Index documents every product for apps that needs no library of C")
    func documentation() throws {
        let products = try Repository.file("Package.swift").lines.flatMap { line in
            line.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        }
        let documented = try Repository.file(".spi.yml").lines.flatMap { line in
            line.matches(of: /RouteDB\w*/).map { String($0.output) }
        }
        let others = ["RouteDBServer", "RouteDBHub", "RouteDBFuzzing"]
        #expect(Set(products).subtracting(documented) == Set(others))
        #expect(Set(documented).isSubset(of: products))
    }

    @Test("a target is found with all that its parentheses hold")
    func targets() {
        let found = Self.targets(
            of: """
                .target(name: "A", dependencies: [.product(name: "P", package: "p")]),
                .testTarget(
                    name: "B", swiftSettings: strict)
                """)
        #expect(found.count == 2)
        #expect(found.first?.hasSuffix(#"package: "p")])"#) == true)
        #expect(found.last?.hasSuffix("swiftSettings: strict)") == true)
    }

    /// The declarations of targets, to the parenthesis that ends each.
    private static func targets(of manifest: String) -> [Substring] {
        manifest.matches(of: /\.(target|testTarget|executableTarget)\(/).map { match in
            var depth = 1
            var end = match.range.upperBound
            while depth > 0, end < manifest.endIndex {
                if manifest[end] == "(" { depth += 1 }
                if manifest[end] == ")" { depth -= 1 }
                end = manifest.index(after: end)
            }
            return manifest[match.range.lowerBound..<end]
        }
    }

    /// Whether a target has C only, which has no settings of Swift.
    private static func isInC(_ target: Substring) -> Bool {
        [
            "RouteDBCScan", "RouteDBCFiles", "RouteDBCFaults", "RouteDBHistoryLoops", "CHeapSize",
            "CBareMatcher",
        ].contains { target.contains("name: \"\($0)\"") }
    }
}
