/// Everything that decides which requests a variant matches; variants with equal keys match the
/// same.
struct VariantKey: Hashable {
    private struct Condition: Hashable {
        let key: [UInt8]
        let test: String
        let text: [UInt8]
        let type: SegmentClass?
    }

    private let word: [Int32]
    private let port: UInt16?
    private let trailingSlash: Bool?
    private let kind: [UInt8]?
    private let conditions: Set<Condition>

    /// Creates the key of a variant, or returns `nil` if code decides too.
    init?(_ variant: LintVariant) {
        guard !variant.needsCode else { return nil }
        word = variant.word
        port = variant.port
        trailingSlash = variant.trailingSlash
        kind = variant.route.kind.map { Array(RouteKind.canonical($0).utf8) }
        conditions = Set(
            variant.query.map { condition in
                switch condition.test {
                case .equals(let text):
                    Condition(key: condition.key, test: "equals", text: text, type: nil)
                case .capture(let token):
                    Condition(
                        key: condition.key, test: "capture", text: [],
                        type: SegmentClass(token, of: variant.shard))
                case .present: Condition(key: condition.key, test: "present", text: [], type: nil)
                case .absent: Condition(key: condition.key, test: "absent", text: [], type: nil)
                }
            })
    }
}
