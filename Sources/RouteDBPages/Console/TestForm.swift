#if Server
package import RouteDB

/// The form that makes a route test of a URL that was tried: it expects what the registry answers now.
package struct TestForm: Sendable {
    private let question: TryPage.Question
    private let name: String
    private let test: RouteTestCase?
    private let revision: Int64
    private let message: String
    private let answer: EditForm.Answer

    /// Creates the form; without a test if the question cannot be asked.
    package init(
        _ question: TryPage.Question, name: String, expecting test: RouteTestCase?,
        at revision: Int64, message: String? = nil, answer: EditForm.Answer = .none
    ) {
        (self.question, self.name, self.test) = (question, name, test)
        (self.revision, self.answer) = (revision, answer)
        self.message = message ?? "Test \(question.url)"
    }

    /// The form.
    package var form: EditForm {
        EditForm(
            title: "Make a test of a URL", place: "/tests", action: "/tests/new",
            revision: revision, inputs: inputs, message: message, note: note, answer: answer)
    }

    private var inputs: Markup {
        let asked = question.fields.map { FormField.hidden($0.0, $0.1) }.joined()
        return "\(asked)\(FormField.text("name", "Name of the test", name, hint: "a cart opens"))"
    }

    /// The answer that the test expects.
    private var note: Markup {
        guard let test else { return "" }
        var table = DataTable("What the test expects", [.init("of"), .init("is", .code)])
        for member in test.expected.json.members {
            table.add([.init(member.key), .init(PageValue.text(member.value))])
        }
        return """
            <p class="summary">\(PatternText.url(question.url, marking: nil))</p>
            <p>The test fails once the registry answers otherwise than now; a plan, a review and \
            <em>Tests</em> say so.</p>\(table.markup)
            """
    }
}

extension TryPage.Question {
    /// The fields that are not empty, as forms and addresses name them.
    var fields: [(String, String)] {
        [
            ("url", url), ("principal", principal), ("roles", roles), ("namespace", namespace),
            ("kind", kind), ("context", context), ("at", time),
        ].filter { !$0.1.isEmpty }
    }

    /// Reads the request of a test, which has a time only if the question has one.
    package func testedRequest(now: Timestamp) throws(RouteDBError) -> ResolutionRequest {
        var request = try request(now: now)
        if time.isEmpty { request.time = nil }
        return request
    }
}
#endif
