#if Hub && Server
import RouteDB
import RouteDBHub
import RouteDBTestSupport
import Testing

/// A registry with hits, as a file and at a hub, to be served both ways.
struct ServedPair {
    let directory: TemporaryDirectory
    let test: TestHub
    let tool: HubTool
    var hub: String { test.address.text }
    /// The path of the file.
    var path: String { directory.path("routes.db") }

    /// Makes a registry with something of each kind, and hits of the last hour.
    init() async throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        tool = HubTool(folder: directory.path)
        try await fill()
        try await record(200)
        for command in [["hub", "init", hub], ["hub", "publish", hub, "--db", path]] {
            let run = await tool.run(command)
            try #require(run.status == 0, "\(run.diagnostics)")
        }
        let shipper = HitShipper(directory.path("routes.hits.db"), to: test.address, node: "web")
        while try await shipper.step() != ShippedHits() {}
        await shipper.close()
    }

    private func fill() async throws {
        let now = tool.now
        let registry = try await RouteRegistry.open(
            path,
            options: RegistryOptions(access: .creating, refreshInterval: nil, now: { now }))
        try await registry.edit("Routes", author: "ada") { editor in
            for name in ["a", "b"] {
                try editor.add(RouteDraft(pattern: "/\(name)/{id:int}", target: name, name: name))
            }
            try editor.add(
                RouteDraft(
                    pattern: "/old/{id}", target: "redirect", name: "old",
                    redirect: RouteRedirect(to: "/a/{id}")))
        }
        try await registry.edit("What else there is", author: "bob") { editor in
            try editor.addNamespace(NamespaceDraft(name: "shop"))
            try editor.setConverter("size", rule: .any, in: "default")
            try editor.setDefault("lang", to: "en", in: .namespace("default"))
            try editor.addRule(RuleDraft(.deny, in: .namespace("default"), for: .principal("eve")))
            try editor.addSuppression(
                SuppressionDraft(.converterUnused, name: "size", reason: "Soon"))
            let object: JSONObject = [
                "case": "one", "url": "/a/1", "expect": ["target": "a"],
            ]
            try editor.addCase(RouteTestCase(json: object))
        }
        try await registry.setTag("live", to: .live)
        await registry.close()
    }

    private func record(_ count: Int) async throws {
        let registry = try await RouteRegistry.open(
            path, options: RegistryOptions(access: .reading, refreshInterval: nil))
        let recorder = HitRecorder(history: directory.path("routes.hits.db"))
        for index in 0..<count {
            let urls = ["/a/\(index % 7)", "/none/\(index % 3)", "/b/1?q=\(index)"]
            var request = ResolutionRequest(urls[index % 3])
            if index % 5 == 0 { request.principal = RequestPrincipal("eve") }
            request.time = tool.now - .seconds(count - index)
            recorder.record(
                registry.table.resolve(request), duration: .milliseconds(index), status: 200)
        }
        try await recorder.flush()
        await recorder.shutdown()
        await registry.close()
    }

    /// Serves the file and the hub while a closure runs.
    func served(
        _ options: [String] = [],
        _ body: (_ file: ServedTool, _ hub: ServedTool) async throws -> Void
    ) async throws {
        try await ServedTool.with(options + ["--db", path], by: tool) { file in
            try await ServedTool.with(options + ["--hub", hub], by: tool) { hub in
                try await body(file, hub)
            }
        }
    }
}
#endif
