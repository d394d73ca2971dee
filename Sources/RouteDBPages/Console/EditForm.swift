#if Server
import RouteDB

/// A form that changes the registry: what it asks for, why it is made, and what saving would do.
package struct EditForm: Sendable {
    /// The answer to a form.
    package enum Answer: Sendable {
        /// Nobody has asked yet.
        case none
        /// The script asks as soon as the page is there.
        case asking
        /// The effect that saving would have.
        case foresight(EditPreview)
        /// The mistake in the form.
        case problem(FormProblem)
        /// The change that somebody else has made meanwhile.
        case conflict(EditConflict)
    }

    let title: String
    let place: String
    /// Where the form is sent to.
    let action: String
    /// The revision that it was read at.
    let revision: Int64
    let inputs: Markup
    /// Why the edit is made.
    let message: String
    /// The note above the form.
    var note: Markup?
    let answer: Answer

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let asks: Markup = if case .asking = answer { " data-ask" } else { "" }
        return ConsolePage(
            title, place: place,
            """
            \(note)<form class="edit" id="edit" action="\(action)" method="post" data-foresight="\(action)"\(asks)>
            <input type="hidden" name="revision" value="\(revision)">
            \(inputs)
            <label class="wide">Why, for the log<input name="message" type="text" \
            value="\(PageText.field(message))"></label>
            <p class="buttons"><button type="submit" name="action" value="preview">Show what it would \
            do</button> <button type="submit" name="action" value="all">… to all hits ever</button> \
            <button type="submit" name="action" value="save" class="primary">Save</button></p>
            </form>
            <div id="foresight" aria-live="polite">\(panel(in: frame))</div>
            """)
    }

    /// Returns the part that is shown below the form, by itself.
    package func panel(in frame: ConsoleFrame) -> Markup {
        switch answer {
        case .none, .asking: "<p class=\"aside\">What saving would do is shown here.</p>"
        case .problem(let problem): problem.markup
        case .foresight(let foresight): foresight.markup(in: frame)
        case .conflict(let conflict): conflict.markup(in: frame)
        }
    }
}

/// The fields of forms.
enum FormField {
    /// The options of a choice.
    static func options(_ all: [(value: String, name: String)], _ chosen: String) -> Markup {
        var options: Markup = ""
        for option in all {
            let mark: Markup = option.value == chosen ? " selected" : ""
            options += "<option value=\"\(option.value)\"\(mark)>\(option.name)</option>"
        }
        return options
    }

    /// The options of a choice whose values are their names.
    static func options(_ names: [String], _ chosen: String) -> Markup {
        options(names.map { ($0, $0) }, chosen)
    }

    /// A field for a line of text.
    static func text(
        _ name: String, _ label: String, _ value: String, hint: String = "", isCode: Bool = false,
        isWide: Bool = false
    ) -> Markup {
        let classes: Markup = isWide ? " class=\"wide\"" : ""
        let code: Markup = isCode ? " class=\"code\" spellcheck=\"false\" autocomplete=\"off\"" : ""
        return """
            <label\(classes)>\(label)<input\(code) name="\(name)" type="text" \
            value="\(PageText.field(value))" placeholder="\(hint)"></label>
            """
    }

    /// A field for several lines of code.
    static func lines(_ name: String, _ label: String, _ value: String, hint: String) -> Markup {
        """
        <label class="wide">\(label)<textarea class="code" name="\(name)" rows="2" \
        spellcheck="false" placeholder="\(hint)">\(PageText.field(value))</textarea></label>
        """
    }

    /// The time that a text is; `nil` for no text.
    static func time(_ text: String, _ name: String) throws(RouteDBError) -> Timestamp? {
        if text.isEmpty { return nil }
        if let time = Timestamp(text) { return time }
        throw RouteDBError(
            .invalidValue, "The \(name) '\(text)' is not a time.",
            hint: "Give a date, '2026-01-31', or a time, '2026-01-31T09:30:00Z'.")
    }

    /// A value that nobody sees.
    static func hidden(_ name: String, _ value: String) -> Markup {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(PageText.field(value))\">"
    }
}

/// The problem with the content of a form, with the very bytes where they are known.
package struct FormProblem: Sendable {
    let message: String
    let hint: String?
    /// The pattern, and the bytes of it that are wrong.
    let place: (pattern: String, range: Range<Int>)?
    /// The mistakes in a document, place by place.
    let details: [String]

    /// Describes an error.
    package init(_ error: any Error, told: (message: String, hint: String?)? = nil) {
        let known = error as? RouteDBError
        let pattern = error as? PatternError ?? known?.underlying as? PatternError
        place = pattern.map { ($0.pattern, $0.range) }
        details =
            (known?.underlying as? RegistryDocument.Failure)?.problems.map(\.description) ?? []
        if let pattern {
            (message, hint) = (pattern.message, pattern.hint)
        } else if let told {
            (message, hint) = told
        } else if let known {
            (message, hint) = (known.message, known.hint)
        } else {
            (message, hint) = ("The service failed to do it.", "See the service's log.")
        }
    }

    /// A problem of the form itself.
    package init(_ message: String, hint: String?) {
        (self.message, self.hint, place, details) = (message, hint, nil, [])
    }

    var markup: Markup {
        let way: Markup? = hint.map { "<p>\($0)</p>" }
        let list = details.count > 1 ? details.map { "<li>\($0)</li>" as Markup }.joined() : nil
        let places: Markup? = list.map { "<ul class=\"plain\">\($0)</ul>" }
        return """
            <div class="notice bad" role="alert">\(pattern)<p><strong>\(message)</strong></p>\(way)\(places)\
            </div>
            """
    }

    /// The pattern with the wrong bytes marked; a gap is marked as one place.
    private var pattern: Markup? {
        guard let place else { return nil }
        let bytes = Array(place.pattern.utf8)
        let start = min(max(0, place.range.lowerBound), bytes.count)
        let end = min(max(start, place.range.upperBound), bytes.count)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let wrong = start == end ? " " : text(start..<end)
        return """
            <p><code class="pattern">\(text(0..<start))<mark>\(wrong)</mark>\(text(end..<bytes.count))</code></p>
            """
    }
}
#endif
