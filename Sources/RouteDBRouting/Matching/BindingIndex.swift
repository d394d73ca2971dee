/// Finds the namespace that a URL is bound to, by its scheme and host.
///
/// The most specific binding wins: scheme and host, then host, then scheme; an exact host before a
/// wildcard, and a longer wildcard before a shorter one.
package final class BindingIndex: Sendable {
    private struct Wildcard: Sendable {
        let scheme: [UInt8]?
        /// The host without the star: `.example.com`.
        let suffix: [UInt8]
        let namespace: UInt32
    }

    /// By `scheme://host`, `//host` and `scheme:`.
    private let exact: TextIndex
    /// In order of precedence.
    private let wildcards: [Wildcard]
    private let isEmpty: Bool

    /// Creates the index of namespaces; its values are their indices in the list.
    package init(_ namespaces: [RouteNamespace]) {
        var keys: [(key: [UInt8], value: UInt32)] = []
        var wildcards: [Wildcard] = []
        for (index, namespace) in namespaces.enumerated() {
            let value = UInt32(index)
            let schemes: [String?] = namespace.schemes.isEmpty ? [nil] : namespace.schemes
            for scheme in schemes {
                let prefix = scheme.map { "\($0):" } ?? ""
                if namespace.hosts.isEmpty, scheme != nil {
                    keys.append((Array(prefix.utf8), value))
                }
                for host in namespace.hosts {
                    if host.hasPrefix("*.") {
                        wildcards.append(
                            Wildcard(
                                scheme: scheme.map { Array($0.utf8) },
                                suffix: Array(host.utf8.dropFirst()), namespace: value))
                    } else {
                        keys.append((Array("\(prefix)//\(host)".utf8), value))
                    }
                }
            }
        }
        exact = TextIndex(keys)
        // Those with a scheme first, then longer suffixes; the sort is stable.
        self.wildcards = wildcards.sorted { left, right in
            if (left.scheme == nil) != (right.scheme == nil) { return right.scheme == nil }
            return left.suffix.count > right.suffix.count
        }
        isEmpty = namespaces.allSatisfy { $0.schemes.isEmpty && $0.hosts.isEmpty }
    }

    /// True if there are no bindings, so that every URL belongs to the default namespace.
    package var bindsNothing: Bool { isEmpty }

    /// The index of the namespace that a URL is bound to; `nil` for the default one.
    package func namespace(_ bytes: RawSpan, _ urlBounds: URLBounds) -> Int? {
        let afterScheme = urlBounds.schemeEnd + 1
        let hasScheme = urlBounds.schemeEnd >= 0
        if urlBounds.hasHost {
            if hasScheme, let found = exact.value(in: bytes, from: 0, to: urlBounds.hostEnd) {
                return Int(found)
            }
            if let found = wildcard(bytes, urlBounds, withScheme: true) { return found }
            if let found = exact.value(in: bytes, from: afterScheme, to: urlBounds.hostEnd) {
                return Int(found)
            }
            if let found = wildcard(bytes, urlBounds, withScheme: false) { return found }
        }
        guard hasScheme else { return nil }
        return exact.value(in: bytes, from: 0, to: afterScheme).map(Int.init)
    }

    private func wildcard(_ bytes: RawSpan, _ urlBounds: URLBounds, withScheme: Bool) -> Int? {
        for wildcard in wildcards where (wildcard.scheme != nil) == withScheme {
            if let scheme = wildcard.scheme,
                !Self.equals(scheme, bytes, from: 0, to: urlBounds.schemeEnd)
            {
                continue
            }
            let start = urlBounds.hostEnd - wildcard.suffix.count
            if start > urlBounds.hostStart,
                Self.equals(wildcard.suffix, bytes, from: start, to: urlBounds.hostEnd)
            {
                return Int(wildcard.namespace)
            }
        }
        return nil
    }

    private static func equals(
        _ text: [UInt8], _ bytes: RawSpan, from start: Int, to end: Int
    ) -> Bool {
        guard text.count == end - start else { return false }
        for index in 0..<text.count where bytes.byte(at: start + index) != text[index] {
            return false
        }
        return true
    }
}
