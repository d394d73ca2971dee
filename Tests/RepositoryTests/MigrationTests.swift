import RouteDBMigrations
import Testing

@Suite("Migrations")
struct MigrationTests {
    @Test("the catalogue lists the scripts of the folder, each with its text")
    func catalogue() throws {
        let files = try Repository.files(in: ["Migrations"], suffix: ".sql")
        let scripts = MigrationScript.history + MigrationScript.all
        #expect(files.map(\.path) == scripts.map { "Migrations/\($0.name).sql" })
        for (file, script) in zip(files, scripts) {
            let text = file.lines.map { "\($0)\n" }.joined()
            #expect(String(decoding: script.sql, as: UTF8.self) == text, "\(script.name)")
        }
    }

    @Test(
        "scripts are numbered from 1 without gaps, and their names begin with their versions",
        arguments: [("v", MigrationScript.all), ("h", MigrationScript.history)])
    func versions(prefix: String, scripts: [MigrationScript]) {
        #expect(!scripts.isEmpty)
        #expect(scripts.map(\.version) == Array(1...max(scripts.count, 1)))
        for script in scripts {
            let digits = String(script.version)
            let version = String(repeating: "0", count: 4 - min(digits.count, 4)) + digits
            #expect(script.name.hasPrefix("\(prefix)\(version)_"))
        }
    }

    @Test("the package embeds every script of the folder")
    func embedded() throws {
        let manifest = try Repository.file("Package.swift").lines.joined(separator: "\n")
        for file in try Repository.files(in: ["Migrations"], suffix: ".sql") {
            let name = file.path.split(separator: "/").last ?? ""
            #expect(manifest.contains(".embedInCode(\"\(name)\")"))
        }
    }
}
