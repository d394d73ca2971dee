import Testing

@Suite("Sizes")
struct SizeTests {
    @Test("files and functions keep within their budgets")
    func budgets() throws {
        let files = try Repository.files(in: Repository.swiftFolders, suffix: ".swift")
        #expect(files.flatMap(SizeRule.findings) == [])
    }

    @Test("a file over the limit is found, one at the limit is not")
    func longFile() {
        func findings(_ lines: Int) -> [Finding] {
            SizeRule.findings(
                in: SourceFile(
                    path: "a.swift", text: String(repeating: "let a = 1\n", count: lines)))
        }
        #expect(findings(SizeRule.fileLines) == [])
        #expect(findings(SizeRule.fileLines + 1).map(\.line) == [1])
    }

    @Test(
        "a function over the limit is found, one at the limit is not",
        arguments: [
            "func f() {", "    public static func f(\n        a: Int\n    ) {", "init?(a: Int) {",
            "@inlinable package mutating func f() {", "    deinit {", "subscript(a: Int) -> Int {",
        ])
    func longFunction(_ head: String) {
        let indentation = String(head.prefix { $0 == " " })
        func findings(_ lines: Int) -> [Finding] {
            let fixed = head.split(separator: "\n").count + 1
            let body = String(repeating: "\(indentation)    step()\n", count: lines - fixed)
            let text = "\n\(head)\n\(body)\(indentation)}\n\n\(indentation)func g() { f() }\n"
            return SizeRule.findings(in: SourceFile(path: "a.swift", text: text))
        }
        #expect(findings(SizeRule.functionLines) == [])
        #expect(findings(SizeRule.functionLines + 1).map(\.line) == [2])
    }

    @Test("functions are measured from their first line to their last")
    func functions() {
        let text = """
            protocol P {
                func required()
                init(a: Int)
            }

            struct S: P {
                func one() { two() }

                func required() {
                    if true {
                        one()
                    }
                }

                init(
                    a: Int
                ) {
                    func inner() {
                        one()
                    }
                }
            }
            """
        let functions = SizeRule.functions(in: SourceFile(path: "a.swift", text: text))
        #expect(functions.map(\.start) == [7, 9, 15, 18])
        #expect(functions.map(\.lines) == [1, 5, 7, 3])
    }
}
