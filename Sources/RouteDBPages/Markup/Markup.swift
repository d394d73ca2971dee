/// HTML that is safe to send: whatever came from users, files or URLs is escaped in it.
///
/// Written as a literal with interpolations: the literal is ours, an interpolated text is shown as
/// text, and interpolated markup stays markup.
///
/// ```swift
/// let cell: Markup = "<td title=\"\(url)\">\(label)</td>"
/// ```
package struct Markup: Hashable, Sendable {
    /// The HTML.
    package private(set) var html: String

    /// Marks HTML as safe that was not made from foreign text.
    package init(trusted html: String) { self.html = html }

    /// Appends markup.
    package static func += (left: inout Markup, right: Markup) { left.html += right.html }
}

extension Markup: ExpressibleByStringInterpolation {
    /// Collects the parts of a literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            html.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) { html += literal }

        /// Appends a text, escaped, and cut if it is very long.
        package mutating func appendInterpolation(_ text: String) { html += PageText.shown(text) }

        /// Appends a number.
        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            html += "\(number)"
        }

        /// Appends markup.
        package mutating func appendInterpolation(_ markup: Markup) { html += markup.html }

        /// Appends markup, if there is any.
        package mutating func appendInterpolation(_ markup: Markup?) { html += markup?.html ?? "" }
    }

    package init(stringLiteral literal: String) { html = literal }

    package init(stringInterpolation: StringInterpolation) { html = stringInterpolation.html }
}

extension [Markup] {
    /// The parts, one after the other.
    package func joined(separator: Markup = "") -> Markup {
        Markup(trusted: map(\.html).joined(separator: separator.html))
    }
}
