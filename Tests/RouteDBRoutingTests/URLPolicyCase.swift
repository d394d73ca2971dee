import RouteDBRouting
import Testing

/// A URL, how it is read, and what it says then.
struct URLPolicyCase: CustomTestStringConvertible {
    /// Policies in the form `host=component decoding=none`; a word alone is a profile.
    let policies: String
    let url: String
    /// In the form `scheme: host [segment|segment]/ key=value`; or a reason and its place.
    let expected: String

    init(_ policies: String, _ url: String, _ expected: String) {
        self.policies = policies
        self.url = url
        self.expected = expected
    }

    var testDescription: String { "\(policies): \(url.debugDescription)" }

    /// What the URL says.
    func found() throws -> String {
        let policies = try Self.policies(self.policies)
        do throws(InvalidURL) {
            return Self.described(try NormalizedURL(url, policies: policies))
        } catch {
            return "\(error.reason) at \(error.offset)"
        }
    }

    private static func policies(_ text: String) throws -> NamespacePolicy.Values {
        var policies = NamespacePolicy.Values.native
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "=").map(String.init)
            if parts.count == 1 {
                policies = try #require(NamespaceProfile(rawValue: parts[0])).policies
            } else {
                let isSet = policies.set(
                    try #require(NamespacePolicy(rawValue: parts[0])), to: parts[1])
                #expect(isSet, "\(word)")
            }
        }
        return policies
    }

    private static func described(_ url: NormalizedURL) -> String {
        var text = url.scheme.map { "\($0): " } ?? ""
        if let host = url.host { text += host + (url.port.map { ":\($0)" } ?? "") + " " }
        text += "[\(url.segments.joined(separator: "|"))]"
        if url.segments.isEmpty { text = String(text.dropLast(2)) + "none" }
        if url.hasTrailingSlash { text += "/" }
        for item in url.query { text += " \(item.key)" + (item.value.map { "=\($0)" } ?? "") }
        return text
    }
}
