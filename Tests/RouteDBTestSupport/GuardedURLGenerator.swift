import Foundation
import RouteDBRouting

/// Generates URLs that give a value to one name, spelled in every way that a parser of URLs may
/// understand.
package struct GuardedURLGenerator {
    /// The name that the URLs give a value to.
    package static let name = "email"
    /// The value, which occurs nowhere else.
    package static let secret = "Zq7Secr3tXk9"

    /// The place that a text is put into, which decides what must be escaped in it.
    private enum Place {
        case item, segment
    }

    private var random: SeededGenerator

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Generates a URL that gives the name its value somewhere.
    package mutating func url() -> [UInt8] {
        let base = random.pick(Self.bases)
        var url: String
        switch random.below(12) {
        case 0...2: url = base + "?" + items(random.pick(Self.beginnings) + association(.item))
        case 3, 4: url = base + "?" + items("next=" + encoded(association(nil), atLeast: 1))
        case 5, 6:
            let mark = random.pick([
                "", "/x?", "!/x?", "!", "/", "?", "/a/b?c=d&", "a=1&", "!?", "a;",
            ])
            url = base + (random.oneIn(2) ? "?a=1#" : "#") + items(mark + association(.item))
        case 7:
            let nested = encoded(association(nil), atLeast: 1)
            url = base + "#" + items(random.pick(["/x?next=", "next=", "!/", "/"]) + nested)
        case 8: url = base + (base.hasSuffix("/") ? "" : "/") + association(.segment)
        case 9:
            url = "/static/page;" + association(.segment) + random.pick(["", "/x", "?a=1", "#b"])
        case 10: url = "/reset/" + encoded(association(nil), atLeast: 1)
        // Text may not be appended to a segment that must consist of two dots.
        default: return Array(removed().utf8)
        }
        if random.oneIn(12) { url = "https://\(Self.name):\(Self.secret)@site.example.com" + url }
        var bytes = Array(url.utf8)
        if random.oneIn(10) { bytes.insert(random.pick([0xFF, 0xC3, 0x80, 0x01, 0x09]), at: 0) }
        if random.oneIn(10) { bytes.append(random.pick([0xFF, 0xC3, 0x80, 0x01, 0x0A])) }
        return bytes
    }

    private static let bases = [
        "/static/page", "/reset/x", "/files/a/b", "/nope/x/y", "/any/thing", "/", "", "/one/z/x",
        "https://t1.example.com/home", "app://static/page", "app://h/nope", "app:page",
        "/search?q=1", "/f/a-b.json",
    ]

    private static let beginnings = ["", "", "?", "/x?", "!/x?", "a;", "/", ";", "??", "&&"]

    /// Returns a query with the given item and others.
    private mutating func items(_ item: String) -> String {
        let before = random.pick(["", "", "a=1&", "a&", "&", "utm_medium=email&", "b=%25&"])
        let after = random.pick(["", "", "&b=2", "&", "&email", "&email=", "&c=d%FF"])
        return before + item + after
    }

    /// Returns a path with a value that dot segments remove again.
    private mutating func removed() -> String {
        let dots = random.pick(["..", "%2e%2e", ".%2E", "%2e."])
        let start = random.pick([
            "/static/", "/nope/", "/", "/a/b/", "app://h/", "https://h.example/",
        ])
        return start + Self.secret + "/" + random.pick(["", "x/\(dots)/", "./"]) + dots
            + random.pick(["/page", "/nope/x", "", "/", "/a?b=c"])
    }

    // MARK: Names with a value

    /// Returns a text that gives the name its value.
    private mutating func association(_ place: Place?) -> String {
        var text: String
        switch random.below(12) {
        case 0...5: text = plain()
        case 6, 7: text = json()
        case 8: text = "<\(name())>\(value())</email>"
        case 9: text = "https://h.example/p?x=1&\(name())=\(value())&y=2"
        case 10: text = "\(name()): \(value())"
        default: text = "{\"name\":\"\(name())\",\"value\":\"\(value())\"}"
        }
        if place == .segment { text = Self.escaping(text, "/?#") }
        if place == .item { text = Self.escaping(text, "&#") }
        return random.oneIn(3) ? encoded(text, atLeast: 0) : text
    }

    private mutating func plain() -> String {
        let before = random.pick(Self.before)
        let after = random.pick(Self.after)
        let mark = random.pick([
            "=", "=", "=", "==", ":", "%3D", "%3d", "%253D", " = ", "=>", "=%22",
        ])
        return before + name() + after + mark + value()
            + random.pick(["", "", "x", "%00", ";z=1", "]"])
    }

    private static let before = [
        "", "", "", "?", ";", " ", "+", "\t", "%20", "%09", "%00", "\u{FEFF}", "%EF%BB%BF",
        "\u{200B}", "/x?", "!/x?", "!/", "user.", "user[", "[", "x;", "%3F", "%26", "%23", "-", "_",
        ".", "..", "\"", "'", "{", "$", "@", "~", "|", "a:", "%FF", "%C3", "x=1;", "x=1%26", "x,",
        "user-", "user_", "(", "*", "%", "%5B", "%u0020", "\u{3000}", "%E2%80%AE", "\\",
    ]

    private static let after = [
        "", "", "", "", "[]", "[0]", "%5B%5D", "]", ".", " ", "+", "%20", "%00", ":", "[][x]", ".x",
        "[x", "\"", "'", "%FF", "_", "-", "\u{FEFF}", "%E2%80%8B", "\t", "[a][b]", "%22", ")", "*",
        "2", "_address", ".0.value", "~",
    ]

    private mutating func json() -> String {
        let mark = random.pick(["\"", "\"", "'", "\\\"", "\\\\\\\""])
        let space = random.pick(["", "", " ", "\n\t"])
        let key = random.oneIn(5) ? "\\u0065mail" : name()
        let value = random.pick([
            "\(mark)\(value())\(mark)", "[\(mark)\(value())\(mark)]",
            "{\(mark)a\(mark):1,\(mark)b\(mark):\(mark)\(value())\(mark)}",
        ])
        let pair = "\(mark)\(key)\(mark)\(space):\(space)\(value)"
        return random.pick(["{\(pair)}", "[{\"a\":[1,{}],\(pair)}]", "{\"u\":{\(pair)},\"z\":2}"])
    }

    /// Returns the name in random case, with some letters percent-encoded once or several times.
    private mutating func name() -> String {
        var name = ""
        let style = random.below(8)
        for byte in Self.name.utf8 {
            var letter = String(UnicodeScalar(byte))
            if style == 0 || (style == 1 && random.oneIn(2)) { letter = letter.uppercased() }
            if style == 2 || (style == 3 && random.oneIn(2)) {
                letter = Self.escape(letter.utf8.first ?? 0, depth: 1 + random.below(4))
            }
            if style == 4, random.oneIn(4) {
                letter = String(UnicodeScalar(UInt32(byte) + 0xFEE0) ?? "?")
            }
            name += letter
        }
        return name
    }

    private mutating func value() -> String {
        let value = random.pick(["", "", "", "a", "%20", "\"", "~"]) + Self.secret
        guard random.oneIn(4) else { return value }
        return Self.secret.utf8.map { Self.escape($0, depth: 1) }.joined()
    }

    // MARK: Encoding

    /// Returns a text that is percent-encoded as a whole up to five times.
    private mutating func encoded(_ text: String, atLeast least: Int) -> String {
        var text = text
        for _ in 0..<least + random.below(5 - least) {
            text = text.utf8.map { byte in
                byte.isASCIILetter || byte.isASCIIDigit
                    ? String(UnicodeScalar(byte)) : Self.escape(byte, depth: 1)
            }.joined()
        }
        return text
    }

    private static func escaping(_ text: String, _ marks: String) -> String {
        text.unicodeScalars.map { scalar in
            marks.unicodeScalars.contains(scalar)
                ? escape(UInt8(truncatingIfNeeded: scalar.value), depth: 1) : String(scalar)
        }.joined()
    }

    private static func escape(_ byte: UInt8, depth: Int) -> String {
        let digits = String(byte, radix: 16, uppercase: byte & 1 == 0)
        return "%" + String(repeating: "25", count: depth - 1) + (byte < 16 ? "0" : "") + digits
    }
}

extension GuardedURLGenerator {
    /// Returns whether bytes contain the secret, percent-encoded any number of times.
    package static func isTold(by bytes: some Collection<UInt8>) -> Bool {
        var bytes = Array(bytes)
        while true {
            if contains(bytes) { return true }
            guard let decoded = bytes.percentDecoded else { return false }
            bytes = decoded
        }
    }

    private static func contains(_ bytes: [UInt8]) -> Bool {
        let secret = Array(secret.utf8)
        guard let first = secret.first, bytes.count >= secret.count else { return false }
        for start in 0...bytes.count - secret.count where bytes[start] == first {
            if bytes[start..<start + secret.count].elementsEqual(secret) { return true }
        }
        return false
    }
}

extension GuardedURLGenerator {
    package static let patterns = [
        "/user/{id:int}", "/reset/{token}", "/files/{rest:path}", "/any/**", "/one/*/x",
        "/search?q={term}", "https://{tenant}.example.com/home", "/f/{first}-{last}.json",
        "/static/page", "/",
    ]

    /// The files of a directory that have the secret in them, percent-encoded or not.
    package static func files(inDirectory directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)"))
            var forms = [Array(secret.utf8)]
            for upper in [true, false] {
                let encoded = secret.utf8.map { byte in
                    "%" + String(byte, radix: 16, uppercase: upper)
                }
                forms.append(Array(encoded.joined().utf8))
            }
            return forms.contains { data.range(of: Data($0)) != nil }
        }
    }
}
