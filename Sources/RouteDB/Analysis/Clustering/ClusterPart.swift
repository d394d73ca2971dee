/// One segment of an inferred template.
enum ClusterPart: Hashable, Sendable {
    case literal(ByteText)
    case value(ValueClass)
    /// Any further segments.
    case rest

    /// The part as reports show it.
    var text: String {
        switch self {
        case .literal(let text): text.string
        case .value(let kind): "<\(kind.name)>"
        case .rest: "**"
        }
    }
}
