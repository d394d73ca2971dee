/// What the sources may not say, or must give a reason for.
enum WordingRule {
    // The marks are put together here, so that this file does not hold them.
    private static let reminders = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
    private static let unsafeMarks = [
        "@unchecked " + "Sendable", "nonisolated" + "(unsafe)", "try" + "!",
    ]

    private static let question = "Did you " + "mean"

    /// The words with which a summary of ours may not begin: they stand for a noun that it should name.
    private static let vagueWords: Set<Substring> = ["What", "Who", "Whether", "Those", "It"]

    /// Finds reminders, unsafe constructs without a comment on their line or the one before, summaries
    /// without a subject, and questions that `NameSuggestion` should ask.
    static func findings(in file: SourceFile) -> [Finding] {
        var findings: [Finding] = []
        for (index, line) in file.lines.enumerated() {
            for mark in reminders where words(of: line).contains(where: { $0 == mark }) {
                let message = "'\(mark)' belongs to an issue, not to the source"
                findings.append(Finding(path: file.path, line: index + 1, message: message))
            }
        }
        for (index, line) in file.lines.enumerated() where isVagueSummary(line, index, in: file) {
            let message = "a summary names its subject: 'Returns whether …', 'True if …', 'The …'"
            findings.append(Finding(path: file.path, line: index + 1, message: message))
        }
        let asks =
            !file.path.hasPrefix("Sources/") || file.path.hasSuffix("/NameSuggestion.swift")
        for (number, line) in file.codeLines {
            if !asks, line.contains(question) {
                let message = "'\(question)' is what NameSuggestion asks"
                findings.append(Finding(path: file.path, line: number, message: message))
            }
            for mark in unsafeMarks where line.contains(mark) {
                let before = number > 1 ? file.lines[number - 2].drop { $0 == " " } : ""
                guard !line.contains("//"), !before.hasPrefix("//") else { continue }
                let message = "'\(mark)' needs its justification beside it"
                findings.append(Finding(path: file.path, line: number, message: message))
            }
        }
        return findings
    }

    /// Returns whether a line of a source is the first one of a documentation comment, and begins with a
    /// word that stands for a noun.
    private static func isVagueSummary(
        _ line: Substring, _ index: Int, in file: SourceFile
    ) -> Bool {
        let isFirst = index == 0 || !file.lines[index - 1].drop { $0 == " " }.hasPrefix("///")
        let words = line.split(separator: " ", maxSplits: 2)
        return isFirst && file.path.hasPrefix("Sources/") && words.first == "///"
            && words.count > 1 && vagueWords.contains(words[1])
    }

    private static func words(of line: Substring) -> [Substring] {
        line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }
}
