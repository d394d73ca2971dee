import Testing

@Suite("Wording")
struct WordingTests {
    @Test("sources contain no reminders, justify unsafe code, and say what they document")
    func sources() throws {
        let swift = try Repository.files(in: Repository.swiftFolders, suffix: ".swift")
        let sql = try Repository.files(in: ["Migrations"], suffix: ".sql")
        #expect((swift + sql).flatMap(WordingRule.findings) == [])
    }

    @Test(
        "reminders are found as whole words",
        arguments: [
            ("// TO" + "DO: later", 1), ("let a = 1  // FIX" + "ME", 1), ("/// X" + "XX", 1),
            ("let TO" + "DOS = 1", 0), ("// to" + "do", 0),
        ])
    func reminders(_ text: String, count: Int) {
        #expect(WordingRule.findings(in: SourceFile(path: "a.swift", text: text)).count == count)
    }

    @Test("a summary begins with a noun or a verb")
    func summaries() {
        for (text, count) in [
            ("/// Whe" + "ther it is so.", 1), ("    /// Wha" + "t it is.", 1),
            ("/// Returns whe" + "ther it is so.", 0), ("/// A.\n/// It" + " is so.", 0),
            ("// It" + " is so.", 0), ("///\n", 0),
        ] {
            let file = SourceFile(path: "Sources/A/B.swift", text: text)
            #expect(WordingRule.findings(in: file).count == count)
        }
    }

    @Test("only one source asks what was meant")
    func questions() {
        let text = #"let hint = "Did you "# + #"mean 'a'?""#
        for (path, count) in [
            ("Sources/A/B.swift", 1), ("Sources/A/NameSuggestion.swift", 0), ("Tests/A/B.swift", 0),
        ] {
            let file = SourceFile(path: path, text: text)
            #expect(WordingRule.findings(in: file).count == count)
        }
    }

    @Test(
        "unsafe constructs need a comment beside them",
        arguments: [
            ("final class A: @unchecked " + "Sendable {}", 1),
            ("// Guarded by the lock.\nfinal class A: @unchecked " + "Sendable {}", 0),
            ("nonisolated" + "(unsafe) var a = 1  // set once, before any thread starts", 0),
            ("let a = try" + "! parse()", 1), ("// as in try" + "! parse()", 0),
        ])
    func unsafeConstructs(_ text: String, count: Int) {
        #expect(WordingRule.findings(in: SourceFile(path: "a.swift", text: text)).count == count)
    }
}
