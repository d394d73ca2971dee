import Foundation

/// What links in Markdown pages must lead to.
enum DocumentationRule {
    /// Finds relative links of a page whose file does not exist, or does not have the heading.
    static func brokenLinks(in page: SourceFile) -> [Finding] {
        links(in: page).compactMap { link in
            let isOwn = link.path.isEmpty || link.path == page.path
            let target = isOwn ? page : try? Repository.file(link.path)
            let message: String
            if !isOwn, !Repository.exists(link.path) {
                message = "'\(link.text)' leads to no file"
            } else if let anchor = link.anchor, let target, target.path.hasSuffix(".md"),
                !anchors(of: target).contains(anchor)
            {
                message = "'\(link.text)' leads to no heading of \(target.path)"
            } else {
                return nil
            }
            return Finding(path: page.path, line: link.line, message: message)
        }
    }

    /// A relative link.
    struct Link: Equatable {
        /// The text as written.
        let text: String
        /// The path from the repository's root, empty for a link within the page.
        let path: String
        /// What follows `#`, if anything does.
        let anchor: String?
        /// The line, from 1.
        let line: Int
    }

    /// Finds the relative links of a page, outside fenced code.
    static func links(in page: SourceFile) -> [Link] {
        let folder = page.path.split(separator: "/").dropLast()
        // A link's text may be broken into two lines, so the page is searched as a whole.
        let lines = proseLines(of: page)
        let text = lines.map(\.text).joined(separator: "\n")
        return text.matches(of: #/\]\(([^()\s]+)\)/#).compactMap { match in
            let written = String(match.1)
            guard !written.contains("://"), !written.hasPrefix("mailto:") else { return nil }
            let parts = written.split(
                separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let index = text[..<match.range.lowerBound].count { $0 == "\n" }
            return Link(
                text: written, path: resolve(parts[0], in: folder),
                anchor: parts.count == 2 ? String(parts[1]) : nil, line: lines[index].number)
        }
    }

    /// The path from the root that a relative one means in a folder.
    private static func resolve(_ path: Substring, in folder: ArraySlice<Substring>) -> String {
        guard !path.isEmpty else { return "" }
        var components = Array(folder)
        for component in path.split(separator: "/") {
            switch component {
            case ".": continue
            case ".." where !components.isEmpty: components.removeLast()
            default: components.append(component)
            }
        }
        return components.joined(separator: "/")
    }

    /// The anchors of a page's headings, as GitHub makes them.
    static func anchors(of page: SourceFile) -> Set<String> {
        var anchors: Set<String> = []
        for line in proseLines(of: page) where line.text.hasPrefix("#") {
            let title = line.text.drop { $0 == "#" }
            guard title.hasPrefix(" ") else { continue }
            let anchor = title.dropFirst().lowercased().compactMap { character -> Character? in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || "-_".contains(character)
                    ? character : nil
            }
            anchors.insert(String(anchor))
        }
        return anchors
    }

    /// The lines outside fenced code.
    private static func proseLines(of page: SourceFile) -> [(number: Int, text: Substring)] {
        var isCode = false
        return page.lines.enumerated().compactMap { index, line in
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isCode.toggle()
                return nil
            }
            return isCode ? nil : (index + 1, line)
        }
    }
}

/// What comments of declarations may have.
extension DocumentationRule {
    /// Finds declarations outside the public API whose parameters, results or errors are listed:
    /// a summary says enough, and their types and names the rest.
    static func listings(in file: SourceFile) -> [Finding] {
        var listing: Int?
        return file.lines.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") {
                if text.contains(#/^/// +- (Parameters?|Returns|Throws)\b/#) { listing = index + 1 }
                return nil
            }
            if text.hasPrefix("@") { return nil }
            defer { listing = nil }
            guard let listing, text.contains(#/^(package|private|fileprivate) /#) else {
                return nil
            }
            return Finding(
                path: file.path, line: listing,
                message: "only the public API lists parameters, results and errors")
        }
    }
}
