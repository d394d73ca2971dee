/// The columns of the virtual table `hits`, in their order; Docs/sql.md describes them.
package enum HitColumn: String, CaseIterable, Sendable {
    case time
    case at
    case bucket
    case url
    case outcome
    case namespace
    case route
    case target
    case pattern
    case namespaceID = "namespace_id"
    case routeID = "route_id"
    case revision
    case duration
    case status
    case weight
    case principal
    case parameters
    case referrer
    case source
    case stream
    case sequence

    /// Its place in the table.
    var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// The bytes that it shows; nil if it shows numbers, or what they mean.
    var text: HitText? {
        switch self {
        case .url: .url
        case .principal: .principal
        case .parameters: .parameters
        case .referrer: .referrer
        default: nil
        }
    }

    /// The number that it shows as it is, or as NULL where a hit has none.
    var number: HitNumber? {
        switch self {
        case .time: .time
        case .namespaceID: .namespace
        case .routeID: .route
        case .revision: .revision
        case .duration: .duration
        case .status: .status
        case .weight: .weight
        case .source: .source
        case .stream: .stream
        case .sequence: .sequence
        default: nil
        }
    }

    /// The number that stands for NULL, if one does.
    var absent: Int64? {
        switch self {
        case .namespaceID, .routeID, .status: 0
        case .duration: -1
        default: nil
        }
    }

    /// Its type in a table; a URL that is not UTF-8 is a BLOB all the same.
    package var type: String { number != nil || self == .bucket ? "INTEGER" : "TEXT" }
}
