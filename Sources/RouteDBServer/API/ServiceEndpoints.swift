#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints about the service itself: probes, metrics, sessions.
enum ServiceEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [
            live(), ready(state), metrics(state), loginAddress(state), service(state),
        ]
    }

    private static func live() -> Endpoint {
        Endpoint(
            atOnce: "live", "/livez", "Whether the process answers at all.", access: .probe,
            answers: [.text("text/plain", "It does.")]
        ) { _ in .text("ok\n") }
    }

    private static func ready(_ state: ServiceState) -> Endpoint {
        let source = JSONSchema.object(
            [
                .init(
                    "age",
                    .optional(.integer("How many seconds ago it last answered, if it ever did."))),
                .init("error", .optional(.string("The code of what was wrong since then."))),
            ], "The source of a registry that follows another one.")
        let schema = JSONSchema.object(
            [
                .init("ready", .boolean("Whether URLs are resolved against the newest revision.")),
                .init("revision", .integer("The revision that URLs are resolved against.")),
                .init(
                    "lag",
                    .optional(.integer("How many revisions the file is ahead, if it can be read."))
                ),
                .init("error", .optional(.string("The code of what is wrong."))),
                .init("source", .optional(source)),
            ], "Whether the service is ready.")
        return Endpoint(
            "ready", .get, "/readyz", "Whether the registry is up to date.", access: .open,
            answers: [
                .json(schema, "It is."),
                .json(schema, "It is not.", status: .serviceUnavailable),
            ]
        ) { _ in await state.readiness().response(at: state.clock()) }
    }

    private static func metrics(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "metrics", .get, "/metrics", "Metrics in the text format of Prometheus.",
            access: .scope(.read), answers: [.text("text/plain; version=0.0.4", "The metrics.")]
        ) { _ in .text(await state.metricsText(), mediaType: MetricsPage.mediaType) }
    }

    private static func loginAddress(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("path", .string("The path, with the code that can be used once.")),
            ], "A one-time address.")
        return Endpoint(
            "makeLoginAddress", .post, "/api/v1/login-addresses",
            "Makes a one-time address, with which a browser logs in.", access: .scope(.admin),
            answers: [.json(schema, "The address.", status: .created)], isCompressed: false
        ) { call in
            let code = state.sessions.makeCode(
                name: call.caller.name, scopes: state.sessionScopes, token: call.caller.token)
            let path = "/login?code=\(code)"
            return .json(["schema": 1, "path": .string(path)]).created(at: path)
        }
    }

    private static func service(_ state: ServiceState) -> Endpoint {
        let caller = JSONSchema.object(
            [
                .init("name", .string("The author of the revisions that the caller makes.")),
                .init("scopes", .list(.string("A scope."), "What the caller may do.")),
                .init("namespace", .optional(.string("The only namespace of the caller."))),
            ], "Who asks.")
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("revision", .integer("The revision that URLs are resolved against.")),
                .init("writable", .boolean("Whether the registry may be changed.")),
                .init("caller", caller),
            ], "The service and its caller.")
        return Endpoint(
            "service", .get, "/api/v1", "What the service is, and what the caller may do.",
            access: .scope([]), namespaces: .limited,
            answers: [.json(schema, "The service.")]
        ) { call in
            .json([
                "schema": 1, "revision": .int(state.registry.table.revision),
                "writable": .bool(state.isWriting), "caller": .object(call.caller.object),
            ])
        }
    }
}
#endif
