#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The pages that show how far the replay of all hits is that a form has begun, and that cancel it.
struct ReplayPages: Sendable {
    let context: ConsoleContext

    var endpoints: [Endpoint] { [show, cancel] }

    private static let id = Endpoint.Parameter.path("id", "The number of the replay.")

    private var show: Endpoint {
        Endpoint(
            "replayPage", .get, "/replays/{id}", "How far a replay is, and what came of it.",
            access: .scope(ConsoleContext.reading),
            parameters: [
                Self.id,
                .query("fragment", .flag, "Whether to answer without the frame of the page."),
            ],
            answers: [.text("text/html", "The page.")], show: context.show
        ) { call in
            await answer(
                try await state(call), call, isFragment: call.flag("fragment"))
        }
    }

    private var cancel: Endpoint {
        context.form(
            "cancelReplayForm", "/replays/{id}/cancel", "Cancels a replay.",
            scope: ConsoleContext.reading, [Self.id]
        ) { call, frame in
            let id = try await state(call).id
            await context.state.jobs.stop(id)
            return await answer(
                try await state(call), call, isFragment: call.field("fragment") != nil)
        }
    }

    private func answer(
        _ state: ReplayJobState, _ call: Call, isFragment: Bool
    ) async -> Response {
        if isFragment { return ConsoleContext.html(state.markup.html) }
        return ConsoleContext.answer(state.page, in: await context.frame(for: call.caller))
    }

    private func state(_ call: Call) async throws -> ReplayJobState {
        guard let id = Int(call.required("id")),
            let state = await context.state.jobs.progress(id)
        else { throw ReplayJobs.missing(call.required("id")) }
        return state
    }
}
#endif
