/// What is wrong with the HTML of a page: tags that do not match, and what the content security
/// policy refuses.
struct HTMLCheck {
    private static let void: Set<String> = [
        "meta", "br", "input", "link", "img", "rect", "line", "hr", "col", "polyline",
    ]

    private(set) var problems: [String] = []
    private var open: [String] = []

    init(_ html: String) {
        let bytes = Array(html.utf8)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else {
                index += 1
                continue
            }
            var end = index
            var quote: UInt8?
            while end < bytes.count, quote != nil || bytes[end] != UInt8(ascii: ">") {
                if let mark = quote {
                    if bytes[end] == mark { quote = nil }
                } else if bytes[end] == UInt8(ascii: "\"") {
                    quote = bytes[end]
                }
                end += 1
            }
            let tag = String(decoding: bytes[(index + 1)..<min(end, bytes.count)], as: UTF8.self)
            take(tag)
            index = end + 1
            // A style sheet is not markup.
            if tag == "style" {
                while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
            }
        }
        problems += open.map { "<\($0)> is not closed" }
    }

    private mutating func take(_ tag: String) {
        guard !tag.hasPrefix("!") else { return }
        let name =
            tag.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "/" }).first
            .map(String.init) ?? ""
        if tag.hasPrefix("/") {
            if open.last == name {
                open.removeLast()
            } else {
                problems.append("</\(name)> in \(open)")
            }
            return
        }
        for word in [" style=", " onclick=", " onload=", "javascript:"] where tag.contains(word) {
            problems.append("<\(tag)>")
        }
        if tag.utf8.last != UInt8(ascii: "/"), !Self.void.contains(name) { open.append(name) }
    }
}
