import Testing

@testable import RouteDBPages

@Suite("Colours")
struct PaletteTests {
    private static let themes = [("light", Palette.light), ("dark", Palette.dark)]

    @Test("contrast is that of WCAG 2")
    func contrast() {
        let (white, black) = (Palette.Color(0xFFFFFF), Palette.Color(0))
        #expect(abs(white.contrast(with: black) - 21) < 0.001)
        #expect(abs(black.contrast(with: white) - 21) < 0.001)
        #expect(white.contrast(with: white) == 1)
        // The best known grey: the lightest that may stand on white.
        #expect(abs(Palette.Color(0x767676).contrast(with: white) - 4.54) < 0.01)
    }

    @Test("every text can be read on every ground", arguments: [0, 1])
    func texts(_ theme: Int) {
        let (name, palette) = Self.themes[theme]
        for ground in Palette.Role.grounds {
            for text in Palette.Role.texts {
                let contrast = palette[text].contrast(with: palette[ground])
                #expect(contrast >= 4.5, "\(name): \(text) on \(ground)")
            }
        }
        #expect(palette[.onAccent].contrast(with: palette[.accent]) >= 4.5)
    }

    @Test("every mark of a chart stands out from the page", arguments: [0, 1])
    func marks(_ theme: Int) {
        let (name, palette) = Self.themes[theme]
        for mark in Palette.Role.marks {
            for ground in [Palette.Role.ground, .surface] {
                #expect(palette[mark].contrast(with: palette[ground]) >= 3, "\(name): \(mark)")
            }
        }
    }

    @Test("the style sheet uses no other colour and nothing from elsewhere")
    func sheet() {
        let rules = PageStyle.css.dropFirst(Palette.variables.count)
        #expect(!rules.contains("#") && !rules.contains("rgb") && !rules.contains("url("))
        #expect(!rules.contains("@import") && !rules.contains("<"))
        let names = rules.split(separator: "var(--").dropFirst().map { $0.prefix { $0 != ")" } }
        for name in names { #expect(Palette.Role(rawValue: String(name)) != nil, "\(name)") }
    }
}
