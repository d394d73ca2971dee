/// The tables of pages whose every row names the tests that show it.
///
/// Such a table has a last column `test`, with links whose text is the title of a test and whose
/// target is the file that has it.
enum TestedClaimRule {
    /// The rows of a page's tables that have a column `test`, with the numbers of their lines.
    static func rows(in page: SourceFile) -> [(line: Int, cells: [Substring])] {
        var rows: [(line: Int, cells: [Substring])] = []
        var isClaimed = false
        var isHead = true
        for (index, line) in page.lines.enumerated() {
            guard line.hasPrefix("|") else {
                (isClaimed, isHead) = (false, true)
                continue
            }
            let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
            if isHead {
                (isClaimed, isHead) = (cells.last == "test ", false)
            } else if isClaimed, !line.hasPrefix("|---") {
                rows.append((index + 1, cells))
            }
        }
        return rows
    }

    /// Finds rows that name no test, and tests that do not exist.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - file: Returns the text of a file of the repository, or `nil` if it is missing.
    /// - Returns: What is wrong, row by row.
    static func findings(in page: SourceFile, file: (String) -> String?) -> [Finding] {
        rows(in: page).flatMap { row in
            let tests = (row.cells.last ?? "").matches(of: #/\[([^\]]+)\]\(\.\.\/(Tests\/[^)]+)\)/#)
            func finding(_ message: String) -> Finding {
                Finding(path: page.path, line: row.line, message: message)
            }
            guard !tests.isEmpty else { return [finding("the row names no test")] }
            return tests.compactMap { test in
                let title = String(test.1)
                guard let text = file(String(test.2)) else {
                    return finding("'\(test.2)' does not exist")
                }
                let forms = ["@Test(\"\(title)\"", " \"\(title)\",\n", " \"\(title)\")\n"]
                guard !forms.contains(where: { text.contains($0) }) else { return nil }
                return finding("'\(test.2)' has no test '\(title)'")
            }
        }
    }
}
