/// A violation of the rules for a path's structure.
package struct PathViolation: Hashable, Sendable {
    package let rule: Rule

    /// The index of the offending element among the path's elements in depth-first order, a group before
    /// its content.
    package let ordinal: Int

    /// The rules that every variant of a path must satisfy.
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
                "A segment is empty in some variant: there is nothing between two `/`."
            case .dotSegment:
                "A `.` or `..` segment matches nothing, since URLs are resolved first."
            case .notWhole:
                "`*`, `**` and parameters of type `path` must be whole segments."
            case .adjacentParameters:
                "Two parameters have no text between them in some variant."
            case .noSeparatorAfterHost:
                "After a host, the path must begin with `/` in every variant."
            case .tooManyParameters:
                "A segment can have at most \(PatternLimits.parametersInSegment) parameters."
            case .tooManySegments:
                "A path can have at most \(PatternLimits.segments) segments."
            case .tooManyVariants:
                "Optional groups can make at most \(PatternLimits.variants) variants."
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

        /// The hint for dialects, which have no nested groups, and other wildcards or none.
        var dialectHint: String {
            switch self {
            case .tooManySegments: "Remove segments."
            case .tooManyVariants: "Write several routes."
            default: hint
            }
        }
    }
}
