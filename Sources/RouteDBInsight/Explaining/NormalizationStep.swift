import RouteDBRouting

/// One step in normalizing a URL for a namespace, with the text before and after it.
public struct NormalizationStep: Hashable, Sendable {
    /// The kinds of steps, in the order in which they are applied.
    public enum Code: String, CaseIterable, Sendable {
        /// The scheme.
        case scheme
        /// The host, with user information and port.
        case host
        /// `.` and `..` segments.
        case dots
        /// Percent-encoding in the host and path.
        case decoding
        /// Empty segments and the trailing slash.
        case slashes
        /// The items of the query.
        case query
        /// The fragment.
        case fragment
    }

    /// The kind of the step.
    public let code: Code
    /// The part before the step, as written.
    public let before: String
    /// The part after the step, with its segments separated by slashes.
    public let after: String

    /// True if the step changes anything.
    public var isChange: Bool { !before.utf8.elementsEqual(after.utf8) }

    /// The normalization steps of a URL in one namespace.
    ///
    /// Each step shows the URL as parsed under policies that switch off the later steps.
    static func steps(of url: [UInt8], _ policies: NamespacePolicy.Values) -> [NormalizationStep] {
        guard let final = try? URLReading(url, policies) else { return [] }
        let parts = URLParts(url.span.bytes, policies: policies)
        func text(_ range: Range<Int>) -> String { String(decoding: url[range], as: UTF8.self) }
        var steps: [NormalizationStep] = []
        if !parts.scheme.isEmpty {
            steps.append(Self(code: .scheme, before: text(parts.scheme), after: final.scheme ?? ""))
        }
        var path = text(parts.path)
        if policies.scheme != .text, path.utf8.first != UInt8(ascii: "/") { path = "/" + path }
        if let authority = parts.authority {
            let isSegment = final.form.hasHostSegment(authority, of: url)
            if isSegment { path = "/" + text(authority) + (parts.path.isEmpty ? "" : path) }
            let port = final.form.urlBounds.port < 0 ? "" : ":\(final.form.urlBounds.port)"
            steps.append(
                Self(
                    code: .host, before: text(authority),
                    after: final.host.map { $0 + port } ?? (isSegment ? "(segment 1)" : "")))
        }
        for (code, staged) in policies.stages {
            guard let reading = try? URLReading(url, staged) else { continue }
            let after = reading.path
            steps.append(Self(code: code, before: path, after: after))
            path = after
        }
        if let query = parts.query {
            steps.append(Self(code: .query, before: text(query), after: final.queryText))
        }
        if let fragment = parts.fragment {
            let isItems = final.form.urlBounds.fragmentItemsStart >= 0
            let isSegments = !path.utf8.elementsEqual(final.path.utf8)
            steps.append(
                Self(
                    code: .fragment, before: text(fragment),
                    after: isItems ? "(items)" : isSegments ? final.path : "(nothing)"))
        }
        return steps
    }
}

extension NamespacePolicy.Values {
    /// The policies that produce the path after each step.
    fileprivate var stages: [(NormalizationStep.Code, NamespacePolicy.Values)] {
        var slashes = self
        if fragment == .path || fragment == .auto { slashes.fragment = .ignore }
        var decoded = slashes
        decoded.repeatedSlashes = .keep
        decoded.trailingSlash = .strict
        var raw = decoded
        raw.decoding = .none
        return [(.dots, raw), (.decoding, decoded), (.slashes, slashes)]
    }
}

extension NormalForm {
    /// Returns whether the authority became the first segment.
    fileprivate func hasHostSegment(_ authority: Range<Int>, of url: [UInt8]) -> Bool {
        guard !urlBounds.hasHost, !authority.isEmpty else { return false }
        var bare = policies
        bare.host = .ignore
        // An authority that is not a host must have become a segment, or the URL would be invalid.
        guard let without = try? NormalForm(url.span.bytes, policies: bare) else { return true }
        return without.urlBounds.segmentCount != urlBounds.segmentCount
    }
}

extension URLReading {
    /// The segments as a path, or the whole text where there is no scheme.
    fileprivate var path: String {
        (form.policies.scheme == .text ? "" : "/") + segments(from: 0)
            + (form.urlBounds.hasTrailingSlash ? "/" : "")
    }

    fileprivate var queryText: String {
        form.queryItems(of: url.span.bytes).map { $0.key + ($0.value.map { "=\($0)" } ?? "") }
            .joined(separator: "&")
    }
}
