import Testing

/// The environment variables that the tool uses: only those that it lists are read.
@Suite("Environment variables")
struct EnvironmentTests {
    @Test("every variable that a command asks for is read from the process")
    func listed() throws {
        let path = "Sources/RouteDBCommands/Tool/EnvironmentVariables.swift"
        let list = try Repository.file(path).lines.joined(separator: "\n")
        var asked: Set<String> = []
        let folders = ["Sources/RouteDBTerminal", "Sources/RouteDBCommands"]
        for file in try Repository.files(in: folders, suffix: ".swift") {
            for line in file.lines {
                let uses = line.matches(of: /(?:variable\(|environment\[)"([A-Z_]+)"/)
                for use in uses { asked.insert(String(use.output.1)) }
            }
        }
        #expect(asked.isSuperset(of: ["ROUTEDB_TOKEN", "ROUTEDB_PAGER"]))
        for name in asked.sorted() { #expect(list.contains("\"\(name)\""), "\(name)") }
    }
}
