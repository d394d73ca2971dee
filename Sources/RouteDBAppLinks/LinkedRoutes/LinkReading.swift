import RouteDBInsight
package import RouteDBRouting

/// How a namespace reads links to a host, by its policies.
///
/// What it says is asked of the matcher's own reading of such a link, or follows from a policy.
package struct LinkReading: Hashable, Sendable {
    package let policies: NamespacePolicy.Values
    /// The segments before those of the path, such as the host where that is a segment.
    let prefix: [[UInt8]]
    /// True if a namespace that is asked before, or this one, refuses items other than `key=value`.
    var refusesOtherItems = false

    /// Reads a link to a host; `nil` if the namespace does not read such links.
    init?(_ host: String, _ policies: NamespacePolicy.Values) {
        guard let link = try? URLReading(Array("https://\(host)/x".utf8), policies) else {
            return nil
        }
        let form = link.form
        let segments = (0..<form.urlBounds.segmentCount).map { index in
            let range = form.bounds.span.segment(behind: form.urlBounds.firstBound + index)
            return Array(form.bytes[range])
        }
        guard segments.last == Array("x".utf8) else { return nil }
        prefix = segments.dropLast()
        self.policies = policies
    }

    /// True if texts are compared percent-decoded.
    package var decodes: Bool { policies.decoding == .all }

    /// True if empty text between two slashes is a segment.
    var keepsEmpty: Bool {
        switch policies.repeatedSlashes {
        case .collapse: false
        case .keep: true
        case .auto: prefix.isEmpty || policies.scheme == .text
        }
    }

    /// True if a slash at the end of a path may decide.
    private var countsEndSlash: Bool { policies.trailingSlash == .strict || keepsEmpty }

    /// The slashes of the paths that the namespace tells apart.
    var slashes: LinkDomain.Slashes {
        LinkDomain.Slashes(atEnd: countsEndSlash, repeated: keepsEmpty)
    }

    /// The links that the namespace reads in a way that is not compared.
    func unmodelled(testsQuery: Bool) -> [String] {
        var reasons: [String] = []
        func add(_ part: String, _ policy: NamespacePolicy, as other: String) {
            let written = "\(policy.rawValue)=\(policies[policy])"
            reasons.append(
                "links with a \(part), which '\(written)' reads as a part of the \(other)")
        }
        if readsQueryAsPath { add("query", .query, as: "path") }
        if readsFragmentAsPath { add("fragment", .fragment, as: "path") }
        if policies.fragment == .query, testsQuery { add("fragment", .fragment, as: "query") }
        return reasons
    }

    /// True if the namespace reads a query, or a fragment, as a part of the path.
    package var readsQueryAsPath: Bool { policies.query == .text }
    package var readsFragmentAsPath: Bool {
        switch policies.fragment {
        case .ignore, .query: false
        case .path, .auto, .text: true
        }
    }

    // MARK: Texts

    /// A text of a path, as links write it.
    func pathExpression(ofText text: [UInt8], foldsCase: Bool) -> ByteExpression {
        .sequence(
            text.map { byte in
                if foldsCase, byte.isASCIILetter { return .set(ByteSet([byte]).foldingCase) }
                return .text(decodes ? PathSpelling.spelled([byte]) : [byte])
            })
    }

    /// A text of a value of the query, as links write it.
    func valueExpression(ofText text: [UInt8]) -> ByteExpression {
        guard policies.decoding != .none else { return .text(text) }
        return .sequence(text.map(valueExpression))
    }

    private func valueExpression(ofByte byte: UInt8) -> ByteExpression {
        let plus = UInt8(ascii: "+")
        let (written, encoded) = (ByteExpression.text([plus]), ByteExpression.text("%2B".utf8))
        let usual = PathSpelling.expression(of: [byte])
        switch (byte, policies.plus) {
        case (plus, .space): return encoded
        // Each plus is a space.
        case (plus, .values): return .nothing
        case (0x20, .space): return .choice([usual, written])
        case (0x20, .values): return .choice([usual, written, encoded])
        default: return usual
        }
    }
}
