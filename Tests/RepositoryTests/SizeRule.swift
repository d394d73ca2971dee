/// How long files and functions may be.
enum SizeRule {
    static let fileLines = 500
    static let functionLines = 70

    /// Finds files and functions that are too long.
    static func findings(in file: SourceFile) -> [Finding] {
        var findings: [Finding] = []
        if file.lines.count > fileLines {
            let message = "the file has \(file.lines.count) lines, of \(fileLines) at most"
            findings.append(Finding(path: file.path, line: 1, message: message))
        }
        for function in functions(in: file) where function.lines > functionLines {
            let message = "the function has \(function.lines) lines, of \(functionLines) at most"
            findings.append(Finding(path: file.path, line: function.start, message: message))
        }
        return findings
    }

    /// The functions of a file with the lines that they take.
    ///
    /// The formatter puts the brace that ends a body under the line that began it, so indentation
    /// tells where it is.
    static func functions(in file: SourceFile) -> [(start: Int, lines: Int)] {
        let code = file.codeLines
        return code.indices.compactMap { index in
            let (start, text) = code[index]
            guard isDeclaration(text) else { return nil }
            let indentation = text.prefix { $0 == " " }.count
            if text.contains("{"), text.hasSuffix("}") { return (start, 1) }
            for (number, line) in code[(index + 1)...] where !line.isEmpty {
                let body = line.drop { $0 == " " }
                let depth = line.count - body.count
                guard depth <= indentation else { continue }
                if body.hasPrefix(")") || body.hasPrefix("{") { continue }
                // Anything but a brace of its own follows a declaration without a body.
                let isEnd = body.hasPrefix("}") && depth == indentation
                return isEnd ? (start, number - start + 1) : nil
            }
            return nil
        }
    }

    private static func isDeclaration(_ line: Substring) -> Bool {
        for word in line.split(separator: " ") {
            if modifiers.contains(word) || word.hasPrefix("@") { continue }
            return word == "func" || word == "deinit"
                || ["init(", "init?(", "init<", "subscript("].contains { word.hasPrefix($0) }
        }
        return false
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "static", "class", "mutating",
        "nonmutating", "consuming", "borrowing", "override", "final", "required", "convenience",
        "nonisolated", "isolated", "prefix", "postfix", "infix", "indirect",
    ]
}
