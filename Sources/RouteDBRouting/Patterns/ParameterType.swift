/// What a parameter's value must look like.
///
/// Types are data: a value is checked byte by byte while a URL is matched, and no regular
/// expression is ever run. A value that its type does not accept makes the route not match.
public enum ParameterType: Hashable, Sendable {
    /// Any text that is not empty.
    case string

    /// A whole number of 64 bits: an optional sign, then decimal digits; within the bounds.
    case int(minimum: Int64?, maximum: Int64?)

    /// A finite double: an optional sign, digits with at most one point among, before or behind
    /// them, and an optional exponent.
    case float

    /// An exact decimal number: an optional `-`, digits with at most one point between them.
    case decimal

    /// A whole number of 64 bits or else an exact decimal number: its value is a number.
    case number

    /// `true`, `false`, `1` or `0`.
    case bool

    /// A UUID in its form of 8-4-4-4-12 hexadecimal digits, of either case (RFC 9562, section 4).
    case uuid

    /// A calendar date in the form `YYYY-MM-DD` (RFC 3339, `full-date`), one that exists.
    case date

    /// Lower-case ASCII letters and digits, in words joined by single hyphens.
    case slug

    /// Hexadecimal digits, of either case.
    case hex

    /// One of the listed texts, exactly.
    case oneOf([String])

    /// One or more whole segments, as one text.
    case path

    /// What a converter of the namespace accepts, see ``Converter``.
    case converter(String)
}
