import RouteDBRouting
import Testing

/// A refused text of a syntax; the `^` marks below it are the range, `|` an empty one.
struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let marks: String
    let code: PatternError.Code
    let syntax: String

    init(
        _ text: String, _ marks: String, _ code: PatternError.Code, in syntax: String = "native"
    ) {
        self.syntax = syntax
        self.text = text
        self.marks = marks
        self.code = code
    }

    var testDescription: String { text.debugDescription }

    /// The range that the marks show.
    private var range: Range<Int> {
        let start = marks.utf8.count { $0 == UInt8(ascii: " ") }
        return start..<start + marks.utf8.count { $0 == UInt8(ascii: "^") }
    }

    /// Expects the text to be refused so.
    func check() {
        guard let error = Self.error(of: text, in: syntax) else {
            Issue.record("accepted")
            return
        }
        #expect(error.code == code)
        #expect(error.range == range)
        #expect(error.pattern == text)
        #expect(!error.message.isEmpty)
        #expect(!error.hint.isEmpty)
    }

    /// The error that a text gives.
    static func error(
        of text: String, in syntax: String = "native", converters: Set<String> = []
    ) -> PatternError? {
        do throws(PatternError) {
            _ = try PatternSyntax(syntax)?.parse(text, converters: converters)
            return nil
        } catch {
            return error
        }
    }
}
