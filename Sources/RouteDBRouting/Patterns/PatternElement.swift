/// One element of a pattern's path or host.
public enum PatternElement: Hashable, Sendable {
    /// The `/` between two segments.
    case separator

    /// Literal text, percent-decoded.
    case literal(String)

    /// A named value: part of a segment, a whole segment, or, with the type ``ParameterType/path``, one
    /// or more whole segments.
    case parameter(Parameter)

    /// `*`: exactly one segment, unnamed.
    case wildcard

    /// `**`: any number of whole segments, including none, unnamed.
    case catchAll

    /// `(…)`: elements that are optional as a group.
    case optional([PatternElement])
}
