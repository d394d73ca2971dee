/// One segment of an inferred template.
enum ClusterPart: Hashable, Sendable {
    case literal(ByteText)
    case value(ValueClass)
    /// Any number of further segments.
    case rest

    /// The part as shown in reports.
    var text: String {
        switch self {
        case .literal(let text): text.string
        case .value(let kind): "<\(kind.name)>"
        case .rest: "**"
        }
    }
}
