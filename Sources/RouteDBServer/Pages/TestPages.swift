#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBInsight
import RouteDBPages

/// The forms that make a route test of a URL that was tried, and remove one.
struct TestPages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [new, add] + removal }

    private static let test = Endpoint.Parameter.path("test", "The number of the test.")

    private var new: Endpoint {
        context.page(
            "newTestPage", "/tests/new", "The form that makes a test of a URL.",
            scope: ConsoleContext.editing,
            [
                .query("url", "The URL."), .query("principal", "The principal's id."),
                .query("roles", "The principal's roles, separated by commas."),
                .query("namespace", "The namespace in which the URL is looked up."),
                .query("kind", "The kind of the request."),
                .query("context", "The context, a key=value a line."),
                .query("at", "The time of the request."),
            ]
        ) { call, frame in
            let question = TryPage.Question { call.text($0) }
            return TestForm(
                question, name: "", expecting: try await expected(question), at: frame.revision
            ).form.page(in: frame)
        }
    }

    private var add: Endpoint {
        context.form("addTestForm", "/tests/new", "Makes a test, or shows what that would do.") {
            call, frame in
            let question = TryPage.Question { call.field($0) }
            let name = call.field("name") ?? ""
            let now = state.clock()
            let edit = ConsoleEdit(context: context) { editor in
                let request = try question.testedRequest(now: now)
                let run = RouteTestRun(try editor.snapshot(), time: now)
                let test = run.recorded(request, name: name.isEmpty ? nil : name)
                return try editor.addCase(test, replacing: false).item.rawValue
            }
            let test = try? await expected(question)
            return await context.answer(call, frame, edit, to: { _ in "/tests" }) {
                TestForm(
                    question, name: name, expecting: test, at: $0, message: call.field("message"),
                    answer: $1
                ).form
            }
        }
    }

    /// Returns the test of a question, which expects what is answered now.
    private func expected(_ question: TryPage.Question) async throws -> RouteTestCase {
        let now = state.clock()
        let request = try question.testedRequest(now: now)
        let newest = try await state.snapshots.snapshot(
            state.registry.table.revision, of: state.registry)
        return try await context.aside {
            RouteTestRun(newest, time: now).recorded(request)
        }
    }

    private var removal: [Endpoint] {
        context.removal(
            of: "a test", "testRemoval", "/tests/{test}/remove", Self.test, to: "/tests",
            find: stored, form: RemovalForm.test
        ) { test, editor in try editor.removeCase(test.id).id.rawValue }
    }

    /// The test that a call is about.
    @Sendable private func stored(_ call: Call) async throws -> RouteTestCase.Stored {
        let number = call.required("test")
        let snapshot = try await state.items(for: call)
        let test = Int64(number).flatMap { id in snapshot.cases.first { $0.id.rawValue == id } }
        guard let test else {
            throw Problem(
                .notFound, "caseNotFound", "No test has the number \(number.excerpt).",
                hint: "See the page 'Tests' for those there are.")
        }
        return test
    }
}
#endif
