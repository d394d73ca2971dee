#if Server
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Links answered by middleware")
struct LinkMiddlewareTests {
    /// Serves a registry by middleware beside a route of the server's own, while a closure runs.
    private func serving(
        _ registry: RouteRegistry, pages: String? = nil,
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let router = Router()
        router.add(middleware: try LinkMiddleware(registry, pages: pages, isEncrypted: false))
        router.get("health") { _, _ in "well" }
        router.get("missing") { _, _ -> String in throw HTTPError(.notFound) }
        try await Application(router: router).test(.router) { try await test($0) }
    }

    private static func open(_ directory: borrowing TemporaryDirectory) async throws
        -> RouteRegistry
    {
        var options = RegistryOptions.testing(.creating)
        options.recording = HitRecorder.Options()
        let registry = try await RouteRegistry.open(directory.path("routes.db"), options: options)
        let ios = try RouteRedirect.Variant("context.platform = ios => https://store.example/")
        let redirects: [(String, RouteRedirect?)] = [
            (
                "/spring",
                RouteRedirect(to: "https://shop.example/spring", status: 302, variants: [ios])
            ),
            ("/moved/{id:int}", RouteRedirect(to: "/new/{id}", status: 301)), ("/over", .gone),
            ("/app", nil),
        ]
        try await registry.edit { editor in
            for (pattern, redirect) in redirects {
                try editor.add(RouteDraft(pattern: pattern, target: "t", redirect: redirect))
            }
            try editor.add(RouteDraft(pattern: "/form", target: "t", kind: "POST"))
        }
        return registry
    }

    @Test("the middleware answers as the listener for links does")
    func likeTheListener() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await Self.open(directory)
        let paths = [
            "/spring?a=b", "/moved/7", "/moved/x", "/over", "/app", "/form", "/nowhere",
            "/robots.txt",
            "/.well-known/assetlinks.json", "/%zz",
        ]
        let agents = ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)", "curl/8.0"]
        let change: @Sendable (inout ServerOptions) -> Void = { options in
            (options.address, options.links) = (nil, ListenAddress(port: 0))
            options.isWriting = false
        }
        try await RunningServer.with(in: directory, change, registry: { _ in }) { server in
            try await serving(registry) { client in
                for path in paths {
                    for agent in agents {
                        let listener = try await server.visitor.with(("Host", "localhost"))
                            .with(("User-Agent", agent)).get(path)
                        let answer = try await client.execute(
                            uri: path, method: .get, headers: [.userAgent: agent])
                        #expect(answer.status.code == listener.status, "\(path)")
                        #expect(answer.headers[.location] == listener.field("location"))
                        #expect(answer.headers[.cacheControl] == listener.field("cache-control"))
                        #expect(
                            String(buffer: answer.body)
                                == String(decoding: listener.body, as: UTF8.self))
                    }
                }
            }
        }
        await registry.close()
    }

    @Test(
        "what no route takes is answered by the server, and else by the page for links that lead nowhere"
    )
    func passedOn() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await Self.open(directory)
        try await serving(registry) { client in
            let health = try await client.execute(uri: "/health", method: .get)
            #expect(health.status == .ok && String(buffer: health.body) == "well")
            for path in ["/missing", "/nowhere"] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .notFound)
                #expect(String(buffer: answer.body).contains("leads nowhere"))
            }
            let over = try await client.execute(uri: "/over", method: .head)
            #expect(over.status == .gone && over.body.readableBytes == 0)
        }
        try await registry.recorder?.flush()
        let history = try await HitHistory.open(directory.path("routes.hits.db"))
        var statuses: [Int?] = []
        for try await hit in history.hits() { statuses.append(hit.status) }
        // What the server answered itself is no hit of the links.
        #expect(statuses.compactMap(\.self).sorted() == [404, 404, 410])
        await registry.close()
    }

    @Test("a namespace's own pages come before those of all links, and these before the usual ones")
    func ownPages() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await Self.open(directory)
        try await registry.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "go", hosts: ["localhost"]))
            try editor.add(
                RouteDraft(pattern: "/over", target: "t", namespace: "go", redirect: .gone))
        }
        let folder = directory.path("pages")
        try FileManager.default.createDirectory(
            atPath: folder + "/go", withIntermediateDirectories: true)
        for (name, text) in [("404", "Lost"), ("410", "Over"), ("go/404", "Lost at go")] {
            try text.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
        }
        try await serving(registry, pages: folder) { client in
            for (path, page) in [("/nowhere", "Lost at go"), ("/over", "Over")] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(String(buffer: answer.body).contains(page), "\(path)")
            }
        }
        await registry.close()
    }

    @Test("an address that is none, and a folder without pages, are refused")
    func badOptions() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await Self.open(directory)
        typealias Middleware = LinkMiddleware<BasicRequestContext>
        #expect(throws: RouteDBError.self) { try Middleware(registry, proxies: ["10.0.0.0/99"]) }
        #expect(throws: RouteDBError.self) { try Middleware(registry, countryField: "no field") }
        #expect(throws: RouteDBError.self) {
            try Middleware(registry, pages: directory.path("none"))
        }
        await registry.close()
    }
}
#endif
