package import RouteDB
package import RouteDBInsight

/// The findings about a file, while it is read.
///
/// A file of a million mistakes is not listed whole: of the findings beyond the limit, the least
/// serious are only counted.
package struct FindingList: Sendable {
    /// The most findings that are listed.
    package static let limit = 200

    /// A finding whose line has not been looked up yet.
    package struct Located: Sendable {
        package let code: AppLinkCode
        package let severity: LintSeverity
        package let place: Place
        package let message: String
    }

    /// Where a finding is: at a path in JSON, or at a place in XML that is known already.
    package enum Place: Sendable {
        case path([JSONStep])
        case element(item: String, line: Int, column: Int)
    }

    private let kind: AppLinkFileKind
    private var located: [Located] = []
    /// How many findings of each severity are kept: each may fill the list.
    private var kept: [LintSeverity: Int] = [:]
    package private(set) var count = 0

    package init(_ kind: AppLinkFileKind) { self.kind = kind }

    /// True if the next finding may be listed.
    package var isShowing: Bool { count < Self.limit }

    /// Adds a finding about the value at a path.
    package mutating func add(
        _ code: AppLinkCode, at path: [JSONStep], _ message: String,
        severity: LintSeverity? = nil
    ) {
        add(code, at: .path(path), message, severity: severity)
    }

    /// Adds a finding about a place.
    package mutating func add(
        _ code: AppLinkCode, at place: Place, _ message: String, severity: LintSeverity? = nil
    ) {
        let severity = severity ?? code.severity
        count += 1
        guard kept[severity, default: 0] < Self.limit else { return }
        kept[severity, default: 0] += 1
        located.append(
            Located(code: code, severity: severity, place: place, message: message))
    }

    /// The findings with their places, the most serious first, then in the order of the file.
    package func findings(in text: JSONText? = nil) -> [AppLinkFinding] {
        let severities = Set(located.map(\.severity)).sorted()
        let listed = severities.flatMap { severity in located.filter { $0.severity == severity } }
        return listed.prefix(Self.limit).map { found in
            let (item, line, column): (String, Int?, Int?) =
                switch found.place {
                case .element(let item, let line, let column): (item, line, column)
                case .path(let path): Self.located(path, in: text)
                }
            return AppLinkFinding(
                code: found.code, severity: found.severity, line: line, column: column,
                item: item, message: found.message, in: kind)
        }.sorted { one, other in
            if one.severity != other.severity { return one.severity < other.severity }
            return (one.line ?? 0, one.column ?? 0) < (other.line ?? 0, other.column ?? 0)
        }
    }

    private static func located(
        _ path: [JSONStep], in text: JSONText?
    ) -> (String, Int?, Int?) {
        let place = text?.place(of: path)
        return (path.text, place?.line, place?.column)
    }
}

/// Keeps the mistakes of a file's JSON as findings.
///
/// A member that is null is a mistake, since platforms do not say that it counts as absent.
package final class FindingSink: JSONSink {
    package typealias Failure = Never

    package var findings: FindingList

    package static var nullIsAbsent: Bool { false }
    package var isShowing: Bool { findings.isShowing }

    package init(_ kind: AppLinkFileKind) { findings = FindingList(kind) }

    /// Adds a finding about the value at a path.
    package func add(
        _ code: AppLinkCode, at path: [JSONStep], _ message: String, severity: LintSeverity? = nil
    ) {
        findings.add(code, at: path, message, severity: severity)
    }

    package func take(_ mistake: JSONMistake) {
        switch mistake.kind {
        case .missingKey: add(.missingKey, at: Array(mistake.path.dropLast()), mistake.description)
        case .unknownKey: add(.unknownKey, at: mistake.path, mistake.description)
        case .wrongType, .other: add(.wrongType, at: mistake.path, mistake.description)
        }
    }
}
