/// A text file of the repository.
struct SourceFile {
    /// The path from the repository's root.
    let path: String
    /// The lines, without what ends them.
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    /// The lines with their numbers from 1, without those inside comments and long string literals.
    ///
    /// A trailing comment stays with its line. It reads formatted Swift, not all of Swift.
    var codeLines: [(number: Int, text: Substring)] {
        var isInString = false
        var isInComment = false
        var result: [(Int, Substring)] = []
        for (index, line) in lines.enumerated() {
            let trimmed = line.drop { $0 == " " }
            if !isInString, trimmed.hasPrefix("/*") { isInComment = true }
            if isInComment {
                if line.contains("*/") { isInComment = false }
                continue
            }
            if !isInString, trimmed.hasPrefix("//") { continue }
            if !isInString { result.append((index + 1, line)) }
            if line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count % 2 == 0 {
                isInString.toggle()
            }
        }
        return result
    }
}
