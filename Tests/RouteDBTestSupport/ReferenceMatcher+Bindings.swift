import RouteDBRouting

extension ReferenceMatcher {
    /// Returns the index of the namespace that a URL belongs to.
    ///
    /// An invalid authority gives no host; a URL without a binding belongs to the default
    /// namespace.
    func namespace(of url: [UInt8]) -> Int? {
        let (scheme, authority) = Self.beginning(of: url)
        let origin =
            (try? NormalizedURL(utf8: scheme + authority)) ?? (try? NormalizedURL(utf8: scheme))
        return origin.flatMap { namespace(of: $0) }
            ?? namespaces.firstIndex { $0.name == RouteNamespace.defaultName }
    }

    /// Returns the scheme and the authority as written, with their delimiters.
    private static func beginning(of url: [UInt8]) -> (scheme: [UInt8], authority: [UInt8]) {
        let marks = "/?#".utf8
        let colon = url.firstIndex { $0 == UInt8(ascii: ":") || marks.contains($0) }
        var start = 0
        if let colon, url[colon] == UInt8(ascii: ":") { start = colon + 1 }
        let scheme = Array(url[..<start])
        guard url[start...].starts(with: "//".utf8) else { return (scheme, []) }
        let end = url[(start + 2)...].firstIndex(where: marks.contains) ?? url.endIndex
        return (scheme, Array(url[start..<end]))
    }

    private func namespace(of url: NormalizedURL) -> Int? {
        var best: (score: [Int], place: Int)?
        for (place, namespace) in namespaces.enumerated() {
            for binding in Self.bindings(of: namespace) {
                guard let score = Self.score(binding, url) else { continue }
                if let found = best, !found.score.lexicographicallyPrecedes(score) { continue }
                best = (score, place)
            }
        }
        return best?.place
    }

    private static func bindings(of namespace: RouteNamespace) -> [(scheme: String?, host: String?)]
    {
        let schemes: [String?] = namespace.schemes.isEmpty ? [nil] : namespace.schemes
        let hosts: [String?] = namespace.hosts.isEmpty ? [nil] : namespace.hosts
        return schemes.flatMap { scheme in hosts.map { (scheme, $0) } }
            .filter { $0.scheme != nil || $0.host != nil }
    }

    /// Returns how specific a binding that fits is; higher is better.
    private static func score(
        _ binding: (scheme: String?, host: String?), _ url: NormalizedURL
    ) -> [Int]? {
        if let scheme = binding.scheme, scheme != url.scheme { return nil }
        let hasScheme = binding.scheme == nil ? 0 : 1
        guard let host = binding.host else { return [0, hasScheme, 0, 0] }
        guard let actual = url.host else { return nil }
        guard host.hasPrefix("*.") else { return host == actual ? [1, hasScheme, 1, 0] : nil }
        let suffix = host.dropFirst()
        guard actual.hasSuffix(suffix), actual.utf8.count > suffix.utf8.count else { return nil }
        return [1, hasScheme, 0, suffix.utf8.count]
    }
}
