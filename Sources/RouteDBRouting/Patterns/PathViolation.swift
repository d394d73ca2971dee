/// A rule of a path's structure that an element breaks.
package struct PathViolation: Hashable, Sendable {
    package let rule: Rule

    /// The place of the culprit in the path's elements in depth-first order, a group before its
    /// content.
    package let ordinal: Int

    /// The rules that hold in every variant of a path.
    package enum Rule: Hashable, Sendable {
        case emptySegment, dotSegment, notWhole, adjacentParameters, noSeparatorAfterHost
        case tooManyParameters, tooManySegments, tooManyVariants

        package var code: PatternError.Code {
            switch self {
            case .emptySegment: .emptySegment
            case .dotSegment: .dotSegment
            case .notWhole, .noSeparatorAfterHost: .misplaced
            case .adjacentParameters: .adjacentParameters
            case .tooManyParameters, .tooManySegments, .tooManyVariants: .limitExceeded
            }
        }

        package var message: String {
            switch self {
            case .emptySegment:
                "Nothing stands between two `/`, with the groups there or not."
            case .dotSegment:
                "A `.` or `..` segment matches nothing: URLs are resolved first."
            case .notWhole:
                "`*`, `**` and parameters of type `path` are whole segments."
            case .adjacentParameters:
                "Two parameters have no text between them, with the groups there or not."
            case .noSeparatorAfterHost:
                "After a host, the path begins with `/`, with the groups there or not."
            case .tooManyParameters:
                "A segment has at most \(PatternLimits.parametersInSegment) parameters."
            case .tooManySegments:
                "A path has at most \(PatternLimits.segments) segments."
            case .tooManyVariants:
                "Optional groups give at most \(PatternLimits.variants) variants."
            }
        }

        package var hint: String {
            switch self {
            case .emptySegment: "Remove one `/`, or move it into the group, as in `(/page)`."
            case .dotSegment: "Remove the segment, or write the path that it leads to."
            case .notWhole: "Put `/` around it, write `{name}` for part of a segment, or `\\*`."
            case .adjacentParameters: "Put a literal, such as `-` or `/`, between the two."
            case .noSeparatorAfterHost: "Begin the group with `/`; no part of a host is optional."
            case .tooManyParameters: "Capture more of the segment in one parameter."
            case .tooManySegments: "Write `**` or `{rest:path}` for the rest."
            case .tooManyVariants: "Write several routes, or nest the groups."
            }
        }

        /// The hint for a dialect, which has no nested groups, and other wildcards or none.
        var dialectHint: String {
            switch self {
            case .tooManySegments: "Leave out segments."
            case .tooManyVariants: "Write several routes."
            default: hint
            }
        }
    }
}
