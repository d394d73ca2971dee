/// The colours of all pages, in both themes.
///
/// A text has a contrast of at least 4.5 : 1 against each ground that it stands on, and a mark of a
/// chart at least 3 : 1; a test computes both.
package struct Palette: Sendable {
    /// A colour by its red, green and blue.
    package struct Color: Hashable, Sendable {
        let rgb: UInt32

        init(_ rgb: UInt32) { self.rgb = rgb }

        /// The colour as CSS writes it.
        var css: String {
            let digits = String(rgb, radix: 16)
            return "#" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
        }

        /// The relative luminance, as WCAG 2 defines it.
        private var luminance: Double {
            let parts = [16, 8, 0].map { shift -> Double in
                let value = Double((rgb >> UInt32(shift)) & 0xFF) / 255
                return value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }

        /// Raises a number to the power of 2.4: its square times its square to the power of 0.2.
        private static func power(_ base: Double) -> Double {
            // Newton's method for the fifth root of the square, which needs no C library.
            let square = base * base
            var root = 1.0
            for _ in 0..<60 {
                root -=
                    (root * root * root * root * root - square) / (5 * root * root * root * root)
            }
            return square * root
        }

        /// The contrast with another colour, from 1 to 21, as WCAG 2 defines it.
        package func contrast(with other: Color) -> Double {
            let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
            return (light + 0.05) / (dark + 0.05)
        }
    }

    /// The use of a colour.
    package enum Role: String, CaseIterable, Sendable {
        case ground, surface, inset, line, text, muted, accent
        case onAccent = "on-accent"
        case matched, unmatched, denied, challenged, invalid
        case matchedMark = "matched-mark"
        case unmatchedMark = "unmatched-mark"
        case deniedMark = "denied-mark"
        case challengedMark = "challenged-mark"
        case invalidMark = "invalid-mark"
        case good, bad

        /// The grounds that texts stand on.
        package static let grounds: [Role] = [.ground, .surface, .inset]
        /// The roles of colours that texts are written in.
        package static let texts: [Role] = [
            .text, .muted, .accent, .matched, .unmatched, .denied, .challenged, .invalid, .good,
            .bad,
        ]
        /// The roles of colours that charts are drawn in.
        package static let marks: [Role] = [
            .matchedMark, .unmatchedMark, .deniedMark, .challengedMark, .invalidMark,
        ]
    }

    private let colors: [Role: Color]

    /// The colour for a role.
    package subscript(role: Role) -> Color { colors[role] ?? Color(0) }

    private init(_ colors: [Role: UInt32]) { self.colors = colors.mapValues(Color.init) }

    /// The light theme.
    package static let light = Palette([
        .ground: 0xFFFFFF, .surface: 0xF7F8FA, .inset: 0xEEF1F5, .line: 0xDBE0E6,
        .text: 0x1A2027, .muted: 0x55606C, .accent: 0x0B5FB8, .onAccent: 0xFFFFFF,
        .matched: 0x1A63AC, .unmatched: 0xA04A00, .denied: 0xA01B2E, .challenged: 0x6B3BB0,
        .invalid: 0x545E69, .matchedMark: 0x4188CF, .unmatchedMark: 0xE0700C,
        .deniedMark: 0xB52438, .challengedMark: 0x8F62D6, .invalidMark: 0x7D8894,
        .good: 0x1B6B38, .bad: 0xA01B2E,
    ])

    /// The dark theme.
    package static let dark = Palette([
        .ground: 0x0F1318, .surface: 0x161B22, .inset: 0x1F262F, .line: 0x2E3843,
        .text: 0xE7EBF0, .muted: 0xA3AEBA, .accent: 0x71B3F7, .onAccent: 0x0B1320,
        .matched: 0x7AB8F5, .unmatched: 0xF5A85E, .denied: 0xFF8F97, .challenged: 0xC9AAFA,
        .invalid: 0xABB5C0, .matchedMark: 0x4C93DB, .unmatchedMark: 0xEE8A2E,
        .deniedMark: 0xE0515F, .challengedMark: 0xA57BEB, .invalidMark: 0x7F8A96,
        .good: 0x6FCF8D, .bad: 0xFF8F97,
    ])

    private var css: String {
        Role.allCases.map { "--\($0.rawValue):\(self[$0].css)" }.joined(separator: ";")
    }

    /// The colours as variables: dark if the reader's system is, but always light on paper.
    package static let variables = """
        :root{color-scheme:light dark;\(light.css)}
        @media screen and (prefers-color-scheme:dark){:root{\(dark.css)}}

        """
}

/// The style of all pages.
package enum PageStyle {
    /// The style sheet: the colours, then the rules that use them.
    package static let css =
        Palette.variables + String(decoding: PackageResources.pages_css, as: UTF8.self) + charts

    /// The rules for charts.
    private static let charts = String(decoding: PackageResources.charts_css, as: UTF8.self)

    /// The rules for charts with the colours of the light theme in place of variables, which programs that draw SVG
    /// need not know.
    static let chartsAlone = Palette.Role.allCases.reduce(charts) { css, role in
        css.replacing("var(--\(role.rawValue))", with: Palette.light[role].css)
    }
}
