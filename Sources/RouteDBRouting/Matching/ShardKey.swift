/// The scheme and the host that the patterns of a shard have in common.
struct ShardKey: Sendable {
    package let scheme: String?
    /// The host, if the namespace matches hosts; `nil` for any host.
    let host: HostPattern?

    /// The key of a pattern in a namespace; `nil` without one.
    init?(_ pattern: RoutePattern?, policies: NamespacePolicy.Values) {
        guard let pattern else { return nil }
        scheme = pattern.scheme
        host = policies.matchedHost(of: pattern)
    }
}

/// Numbers the keys of shards in order of appearance.
///
/// Keys are compared by their bytes; all host patterns share one shard.
struct ShardNumbers: Sendable {
    private var schemes = TextPool()
    private var hosts = TextPool()
    private var numbers: [UInt64: Int] = [:]

    /// The number of a key; a new key gets the next number.
    mutating func number(of key: ShardKey) -> Int {
        let scheme = key.scheme.map { schemes.number(of: $0) + 1 } ?? 0
        let host =
            switch key.host {
            case nil: 0
            case let host? where host.isLiteral: hosts.number(of: host.literalText) + 2
            default: 1
            }
        let pair = UInt64(scheme) << 32 | UInt64(host)
        if let number = numbers[pair] { return number }
        numbers[pair] = numbers.count
        return numbers.count - 1
    }
}

extension HostPattern {
    /// True if the host is literal text or empty.
    package var isLiteral: Bool {
        switch (elements.count, elements.first) {
        case (0, _), (1, .literal?): true
        default: false
        }
    }

    /// True if a literal host is a segment where `host=dotless`.
    var isFirstSegment: Bool {
        let text = literalText
        return !text.isEmpty && text != "localhost" && !text.utf8.contains(UInt8(ascii: "."))
    }

    /// The text of a literal host.
    package var literalText: String {
        if case .literal(let text)? = elements.first { text } else { "" }
    }
}
