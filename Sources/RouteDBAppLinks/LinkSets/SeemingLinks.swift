import RouteDBRouting

extension DynamicComponent {
    /// The host of the links that show what a component does.
    static let host = "example.com"

    /// The most scalars of a path for which links are made, and the most wildcards of which each has one.
    private static let (pathLimit, starLimit) = (256, 4)

    /// Links that the component would match if its path went back, and perhaps does not match: in each, one
    /// `*` is text that contains the character at which Android lets it end.
    var seemingLinks: [String] {
        guard let text = url?.text, let rest = restOfLink else { return [] }
        let scalars = Array(text.unicodeScalars.prefix(Self.pathLimit + 1))
        guard scalars.count <= Self.pathLimit else { return [] }
        let stars = scalars.indices.dropLast().filter { scalars[$0] == "*" }
        return stars.prefix(Self.starLimit).compactMap { star in
            let path = scalars.indices.map { Self.text(of: scalars, at: $0, star: star) }.joined()
            guard Self.isNormal(path) else { return nil }
            return "https://\(Self.host)"
                + String(decoding: PathSpelling.spelledPath(path.utf8), as: UTF8.self) + rest
        }
    }

    /// Returns the text that stands for a scalar of the pattern in the path of a link.
    private static func text(
        of scalars: [Unicode.Scalar], at index: Int, star: Int
    ) -> String {
        let scalar = scalars[index]
        guard scalar == "*" else { return scalar == "?" ? "a" : String(scalar) }
        let next = index + 1 < scalars.count ? scalars[index + 1] : "/"
        if index == star {
            switch next {
            case "/": return "a/a"
            case "*", "?": break
            default: return String(next)
            }
        }
        return next == "/" && index > 0 && scalars[index - 1] == "/" ? "a" : ""
    }

    /// Returns whether a path is one of URLs in normal form: ``PathSpelling``.
    private static func isNormal(_ path: String) -> Bool {
        let segments = path.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.count > 1 && segments[0].isEmpty
            && segments.dropFirst().allSatisfy { segment in
                !segment.isEmpty && !segment.elementsEqual(".".utf8)
                    && !segment.elementsEqual("..".utf8)
            } && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// A query and a fragment that the component matches; `nil` if it is not plain which.
    private var restOfLink: String? {
        var link = ""
        for wanted in query {
            let item = Self.sample(wanted).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard item.count == 2, LinkDomain.isComparable(String(item[0])),
                LinkDomain.isComparable(value: String(item[1]))
            else { return nil }
            link += "\(link.isEmpty ? "?" : "&")\(item[0])=" + Self.spelled(item[1])
        }
        if let fragment {
            let text = Self.sample(fragment)
            guard !text.isEmpty, LinkDomain.isComparable(value: text) else { return nil }
            link += "#" + Self.spelled(text)
        }
        var rest = self
        rest.url = nil
        let subject = AndroidSubject(LinkURL("https://\(Self.host)/\(link)"))
        return rest.isEmpty || rest.refusal(subject, AssetLinks.Reading()) == nil ? link : nil
    }

    private static func sample(_ expression: Expression) -> String {
        expression.text.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar != "*" { text.unicodeScalars.append(scalar == "?" ? "a" : scalar) }
        }
    }

    private static func spelled(_ text: some StringProtocol) -> String {
        String(decoding: PathSpelling.spelled(text.utf8), as: UTF8.self)
    }
}
