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

    /// The position of the column in the table.
    var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// The text of a hit that the column shows, or `nil` if it shows a number or a name.
    var text: HitText? {
        switch self {
        case .url: .url
        case .principal: .principal
        case .parameters: .parameters
        case .referrer: .referrer
        default: nil
        }
    }

    /// The number of a hit that the column shows unchanged, or as NULL where a hit has none.
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

    /// The number that stands for NULL, if there is one.
    var absent: Int64? {
        switch self {
        case .namespaceID, .routeID, .status: 0
        case .duration: -1
        default: nil
        }
    }

    /// The declared type of the column in a table; URLs that are not UTF-8 are BLOBs regardless.
    package var type: String { number != nil || self == .bucket ? "INTEGER" : "TEXT" }
}
