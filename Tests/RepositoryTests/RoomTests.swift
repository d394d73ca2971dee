import Testing

@Suite("Folders")
struct RoomTests {
    @Test("a folder uses only types of folders before it")
    func order() throws {
        let files = try Repository.files(in: ["Sources"], suffix: ".swift")
        let rule = RoomRule(files)
        #expect(files.flatMap(rule.findings) == [])
    }

    @Test("every folder of the list has files")
    func everyFolderIsThere() throws {
        let files = try Repository.files(in: ["Sources"], suffix: ".swift")
        #expect(Set(files.compactMap { RoomRule.room(of: $0.path) }) == Set(RoomRule.rooms))
    }

    @Test("no two folders have the same name")
    func names() {
        let names = RoomRule.rooms.compactMap { $0.split(separator: "/").last }
        #expect(Set(names).count == RoomRule.rooms.count)
    }

    @Test("a use of a later folder is found, in the module and beyond it")
    func plantedViolations() {
        let low = SourceFile(
            path: "Sources/A/Low/Low.swift",
            text: """
                struct Low {
                    let high: High?  // High
                    let text = "High"
                    let upper: Upper?
                }
                """)
        let high = SourceFile(
            path: "Sources/A/High/High.swift", text: "struct High { let low: Low }")
        let upper = SourceFile(path: "Sources/B/Up/Upper.swift", text: "public enum Upper {}")
        let files = [low, high, upper]
        let rule = RoomRule(files, rooms: ["A/Low", "A/High", "B/Up"])
        #expect(
            files.flatMap(rule.findings) == [
                Finding(path: low.path, line: 2, message: "'A/Low' may not use High of 'A/High'"),
                Finding(path: low.path, line: 4, message: "'A/Low' may not use Upper of 'B/Up'"),
            ])
    }

    @Test("a file in a folder that is not in the list is found")
    func unknownFolder() {
        let file = SourceFile(path: "Sources/A/New/New.swift", text: "")
        #expect(RoomRule([file], rooms: []).findings(in: file).count == 1)
    }
}
