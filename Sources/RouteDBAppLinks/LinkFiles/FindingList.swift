package import RouteDB
package import RouteDBInsight

/// The findings about a file, while it is read.
///
/// A file of a million mistakes is not listed whole: findings beyond the limit are only counted.
package struct FindingList: Sendable {
    /// The most findings that are listed.
    package static let limit = 200

    /// A finding whose line has not been looked up yet.
    package struct Located: Sendable {
        package let code: AppLinkCode
        package let severity: LintSeverity
        package let path: [JSONLocator.Step]
        package let message: String
    }

    package private(set) var located: [Located] = []
    package private(set) var count = 0
    package private(set) var highest: LintSeverity?

    package init() {}

    /// Adds a finding about the value at a path.
    package mutating func add(
        _ code: AppLinkCode, at path: [JSONLocator.Step], _ message: String,
        severity: LintSeverity? = nil
    ) {
        let severity = severity ?? code.severity
        count += 1
        highest = min(highest ?? severity, severity)
        guard located.count < Self.limit else { return }
        located.append(
            Located(code: code, severity: severity, path: path, message: message))
    }

    /// The findings with their places, the most serious first, then in the order of the file.
    package func findings(in text: JSONText) -> [AppLinkFinding] {
        located.map { found in
            let place = text.place(of: found.path)
            return AppLinkFinding(
                code: found.code, severity: found.severity, line: place.line,
                column: place.column, item: Self.item(found.path), message: found.message)
        }.sorted { one, other in
            if one.severity != other.severity { return one.severity < other.severity }
            return (one.line ?? 0, one.column ?? 0) < (other.line ?? 0, other.column ?? 0)
        }
    }

    /// A path as people write it, such as `applinks.details[0].components[2]`.
    package static func item(_ path: [JSONLocator.Step]) -> String {
        path.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
