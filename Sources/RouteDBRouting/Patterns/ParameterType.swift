/// The type of a parameter.
///
/// Types are data: values are checked byte by byte during matching, and no regular expression is ever
/// run. If a type does not accept its value, the route does not match.
public enum ParameterType: Hashable, Sendable {
    /// Any text that is not empty.
    case string

    /// A 64-bit integer within the bounds: an optional sign, then decimal digits.
    case int(minimum: Int64?, maximum: Int64?)

    /// A finite double: an optional sign, digits with at most one point between, before or after them,
    /// and an optional exponent.
    case float

    /// An exact decimal number: an optional `-`, digits with at most one point between them.
    case decimal

    /// A 64-bit integer or an exact decimal number; its value is a number.
    case number

    /// `true`, `false`, `1` or `0`.
    case bool

    /// A UUID in its form of 8-4-4-4-12 hexadecimal digits, of either case (RFC 9562, section 4).
    case uuid

    /// An existing calendar date in the form `YYYY-MM-DD` (RFC 3339, `full-date`).
    case date

    /// Lower-case ASCII letters and digits, in words joined by single hyphens.
    case slug

    /// Hexadecimal digits, of either case.
    case hex

    /// One of the listed texts, exactly.
    case oneOf([String])

    /// One or more whole segments, as one text.
    case path

    /// A value that a converter of the namespace accepts, see ``Converter``.
    case converter(String)
}
