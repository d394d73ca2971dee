/// One element of a pattern's path or host.
public enum PatternElement: Hashable, Sendable {
    /// The `/` between two segments.
    case separator

    /// Text that must stand there, percent-decoded.
    case literal(String)

    /// A named value: a part of a segment, a whole segment, or, of type ``ParameterType/path``,
    /// one or more whole segments.
    case parameter(Parameter)

    /// `*`: exactly one segment, unnamed.
    case wildcard

    /// `**`: any number of whole segments, unnamed, also none.
    case catchAll

    /// `(…)`: elements that may be absent, all together.
    case optional([PatternElement])
}
