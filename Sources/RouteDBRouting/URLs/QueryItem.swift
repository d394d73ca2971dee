/// An item of a query, decoded as its namespace specifies.
public struct QueryItem: Hashable, Sendable {
    /// The text before the first `=`.
    public let key: String
    /// The text after it; `nil` if there is no `=`.
    public let value: String?

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - key: The key, decoded.
    ///   - value: The value, decoded; `nil` for a key without a value.
    public init(key: String, value: String?) {
        self.key = key
        self.value = value
    }

    /// The items of a query, decoded as a namespace specifies.
    static func items(
        in url: RawSpan, _ range: Range<Int>, policies: NamespacePolicies
    ) -> [QueryItem] {
        let keys = policies.keyDecoding
        let values = policies.valueDecoding
        var scanner = QueryItemScanner(range)
        var items: [QueryItem] = []
        while let item = scanner.next(in: url) {
            items.append(
                QueryItem(
                    key: keys.text(item.key, of: url),
                    value: item.value.map { values.text($0, of: url) }))
        }
        return items
    }
}

extension NormalForm {
    /// The decoded items of the query, and of the fragment where it is read as a query.
    func queryItems(of url: RawSpan) -> [QueryItem] {
        let ranges = facts.queryRanges(in: url)
        return QueryItem.items(in: url, ranges.query, policies: policies)
            + QueryItem.items(in: url, ranges.fragment, policies: policies)
    }
}
