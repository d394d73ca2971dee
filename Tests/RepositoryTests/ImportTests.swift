import Testing

@Suite("Imports")
struct ImportTests {
    private static let folders = ["Sources", "Migrations", "Examples/Sources"]

    @Test("modules import only what the table allows")
    func boundaries() throws {
        let files = try Repository.files(in: Self.folders, suffix: ".swift")
        #expect(files.count > 20)
        #expect(files.flatMap(ImportRule.findings) == [])
    }

    @Test("every module of the table has files")
    func everyModuleIsThere() throws {
        let files = try Repository.files(in: Self.folders, suffix: "")
        #expect(
            Set(files.compactMap { ImportRule.module(of: $0.path) }) == Set(ImportRule.allowed.keys)
        )
    }

    @Test(
        "the C modules include those of their libraries, and beside these the compiler's own headers only"
    )
    func includes() throws {
        let files = try Repository.files(in: ["Sources"], suffix: ".h")
        let includes = files.flatMap(\.lines).filter { $0.hasPrefix("#include") }
        #expect(
            Set(includes) == [
                "#include <sqlite3.h>", "#include <openssl/crypto.h>", "#include <openssl/evp.h>",
                "#include <openssl/hmac.h>", "#include <zlib.h>", "#include <expat.h>",
                "#include <yaml.h>", "#include <qrencode.h>", "#include <libpq-fe.h>",
                "#include <stddef.h>",
                "#include <stdint.h>",
                "#include <stdbool.h>",
                "#include <string.h>",
                // Of the C module itself.
                "#include \"reading.h\"", "#include \"routedb_scan.h\"",
            ])
    }

    @Test(
        "a forbidden import is found in every form",
        arguments: [
            "import Foundation", "public import Foundation", "@_exported public import Foundation",
            "@testable import Foundation", "internal import struct Foundation.URL",
            "import Foundation.NSURL", "    import Foundation", "import Swift; import Foundation",
            "@preconcurrency import Foundation  // needed", "@_spi(Own) package import Foundation",
            "let text = \"\"\"\n    import Text\n    \"\"\"\nimport Foundation",
        ])
    func plantedViolations(_ text: String) {
        let file = SourceFile(path: "Sources/RouteDBRouting/Planted.swift", text: text)
        let findings = ImportRule.findings(in: file)
        #expect(findings.map(\.message) == ["RouteDBRouting may not import Foundation"])
    }

    @Test("modules further down are forbidden too")
    func transitiveImports() {
        let text = "import RouteDBRouting\nimport RouteDBSQLite\n"
        let file = SourceFile(path: "Sources/RouteDB/Planted.swift", text: text)
        #expect(
            ImportRule.findings(in: file) == [
                Finding(path: file.path, line: 2, message: "RouteDB may not import RouteDBSQLite")
            ])
    }

    @Test("a file of an unknown module is found")
    func unknownModule() {
        let file = SourceFile(path: "Sources/RouteDBExtra/New.swift", text: "")
        #expect(ImportRule.findings(in: file).count == 1)
    }

    @Test(
        "text about imports is not an import",
        arguments: [
            "// import Foundation", "/// import Foundation", "/*\nimport Foundation\n*/",
            "let help = \"\"\"\n    import Foundation\n    \"\"\"", "important()", "import Swift",
            "func importing() {}", "let a = \"\"\"\n    \"\"\"\n// import Foundation", "",
        ])
    func noImports(_ text: String) {
        let file = SourceFile(path: "Sources/RouteDBRouting/Clean.swift", text: text)
        #expect(ImportRule.findings(in: file) == [])
    }
}
