#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Apps, and their files")
struct AppTests {
    static let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    private static let path = "/.well-known/apple-app-site-association"

    private func run(
        _ body: @Sendable (RunningServer, TestClient) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                try editor.addNamespace(
                    NamespaceDraft(
                        name: "web", hosts: ["example.com", "*.example.com", "other.org"]))
                try editor.addNamespace(NamespaceDraft(name: "bare", hosts: ["bare.org"]))
                try editor.add(
                    RouteDraft(
                        pattern: "/buy/{id}", target: "t", group: "shop", namespace: "web"))
                try editor.addApp(LinkedApp(.ios, "ABCDE12345.com.example.app"), in: "web")
            }
        ) { server in try await body(server, server.client.with(token: token)) }
    }

    @Test("a bound host serves the file of its namespace to everybody, by GET and HEAD")
    func served() async throws {
        try await run { server, _ in
            for host in ["example.com", "EXAMPLE.com", "www.example.com:443", "other.org"] {
                let answer = try await server.client.with(("Host", host)).get(Self.path)
                #expect(answer.status == 200, "\(host): \(answer.text)")
                #expect(answer.field("content-type") == "application/json")
                #expect(answer.field("cache-control") == "public, no-cache")
                #expect(answer.text.contains("ABCDE12345.com.example.app"))
                #expect(answer.text.contains("/buy/?*"))
                let tag = try #require(answer.field("etag"))
                let again = try await server.client
                    .with(("Host", host)).get(Self.path, ("If-None-Match", tag))
                #expect(again.status == 304)
                let head = try await server.client.with(("Host", host)).send("HEAD", Self.path)
                #expect(head.status == 200 && head.text.isEmpty)
            }
        }
    }

    @Test("a bound host is answered for these files only, and only if there is an app")
    func refused() async throws {
        try await run { server, _ in
            let bound = server.client.with(("Host", "example.com"))
            #expect(try await bound.get("/readyz").status == 421)
            #expect(try await bound.get("/api/v1/routes").status == 421)
            #expect(try await bound.get("/.well-known/assetlinks.json").status == 421)
            #expect(try await bound.get("/.well-known/x").status == 421)
            #expect(try await bound.send("POST", Self.path).status == 405)
            for host in ["bare.org", "evil.org", "example.com.evil.org", "[::2]"] {
                let answer = try await server.client.with(("Host", host)).get(Self.path)
                #expect(answer.status == 421 && answer.problem == "hostNotAllowed", "\(host)")
            }
        }
    }

    @Test("the service's own host has the file of the namespace that answers its links")
    func own() async throws {
        try await run { server, client in
            let missing = try await server.client.get(Self.path)
            #expect(missing.status == 404 && missing.problem == "appNotFound")
            let put = try await client.send(
                "PUT", "/api/v1/apps/ios/ABCDE12345.com.own", body: "{}")
            #expect(put.status == 201, "\(put.text)")
            let answer = try await server.client.get(Self.path)
            #expect(answer.status == 200 && answer.text.contains("ABCDE12345.com.own"))
            // The tag is that of the content, which depends on the time too.
            let tag = try #require(answer.field("etag"))
            #expect(!tag.contains("rev-"))
            let again = try await server.client.get(Self.path, ("If-None-Match", tag))
            #expect(again.status == 304)
        }
    }

    @Test("an edit changes the file")
    func changed() async throws {
        try await run { server, client in
            let path = "/api/v1/apps/android/com.example.app"
            let links = "/.well-known/assetlinks.json"
            let bound = server.client.with(("Host", "example.com"))
            let put = try await client.send(
                "PUT", path + "?namespace=web", body: "{\"fingerprints\":[\"\(Self.print)\"]}")
            #expect(put.text.contains("\"outcome\":\"added\""), "\(put.text)")
            #expect(try await bound.get(links).text.contains(Self.print))
            let deleting = client.with(("If-Match", "*"))
            let removed = try await deleting.send("DELETE", path + "?namespace=web")
            #expect(removed.text.contains("\"outcome\":\"removed\""), "\(removed.text)")
            #expect(try await bound.get(links).status == 421)
        }
    }

    @Test("the API lists, answers, changes and removes apps")
    func entities() async throws {
        try await run { _, client in
            let list = try await client.get("/api/v1/apps").object
            #expect(list["total"] == 1)
            let path = "/api/v1/apps/ios/ABCDE12345.com.example.app?namespace=web"
            let read = try await client.get(path)
            #expect(try read.object["platform"] == "ios")
            #expect(
                try await client.send("PUT", path, body: read.text).text
                    .contains("\"outcome\":\"unchanged\""))
            #expect(try await client.send("PATCH", path, body: "{}").status == 428)
            let any = client.with(("If-Match", "*"))
            let patched = try await any.send(
                "PATCH", path, body: "{\"include\":[\"group:shop\"],\"name\":\"Shop\"}")
            #expect(patched.text.contains("\"outcome\":\"replaced\""), "\(patched.text)")
            #expect(try await client.get(path).object["include"] == ["group:shop"])
            let cleared = try await any.send("PATCH", path, body: "{\"include\":null}")
            #expect(cleared.status == 200)
            #expect(try await client.get(path).object["include"] == [])
            #expect(try await client.get(path).object["name"] == "Shop")
            for wrong in [
                "{\"include\":[\"x\"]}", "{\"app\":\"other\"}", "{\"nmae\":\"x\"}",
                "{\"include\":[\"group:none\"]}", "{\"name\":1}",
            ] {
                #expect(try await any.send("PATCH", path, body: wrong).status == 422, "\(wrong)")
            }
            let other = "/api/v1/apps/ios/ABCDE12345.com.x?namespace=web"
            #expect(try await client.get(other).problem == "appNotFound")
            #expect(try await client.get("/api/v1/apps/symbian/a").problem == "notFound")
            #expect(try await client.send("DELETE", path).status == 428)
        }
    }

    @Test("a token for a namespace sees and changes the apps of that namespace only")
    func limited() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], namespace: "bare", in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                try editor.addNamespace(NamespaceDraft(name: "bare", hosts: ["bare.org"]))
                try editor.addApp(LinkedApp(.ios, "ABCDE12345.com.a"), in: "default")
            }
        ) { server in
            let client = server.client.with(token: token)
            #expect(try await client.get("/api/v1/apps").object["total"] == 0)
            let path = "/api/v1/apps/ios/ABCDE12345.com.a?namespace=default"
            #expect(try await client.get(path).status == 403)
            #expect(try await client.send("PUT", path, body: "{}").status == 403)
            let own = try await client.send("PUT", "/api/v1/apps/ios/ABCDE12345.com.a", body: "{}")
            #expect(own.status == 201 && own.text.contains("bare"))
        }
    }

    @Test("the console shows the files with their proof, and compares a pasted one")
    func console() async throws {
        try await run { server, _ in
            let client = try await server.loggedIn()
            let page = try await client.get("/app-links")
            #expect(page.status == 200, "\(page.text)")
            #expect(
                page.text.contains("https://example.com/.well-known/apple-app-site-association"))
            #expect(page.text.contains("<span class=\"badge good\">exact</span>"))
            let form = client.with(("Origin", "http://127.0.0.1:\(server.port)"))
            func compare(_ fields: String) async throws -> TestAnswer {
                try await form.send(
                    "POST", "/app-links", body: fields, type: "application/x-www-form-urlencoded")
            }
            let file =
                "%7B%22applinks%22:%7B%22details%22:%5B%7B%22appIDs%22:%5B%22ABCDE12345.com.b"
                + "%22%5D,%22components%22:%5B%7B%22/%22:%22/x%22%7D%5D%7D%5D%7D%7D"
            let answer = try await compare("namespace=web&host=example.com&file=\(file)")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.text.contains("ABCDE12345.com.b: include /x"))
            #expect(answer.text.contains("<span class=\"badge bad\">different</span>"))
            let links =
                "%5B%7B%22relation%22:%5B%22delegate_permission/common.handle_all_urls%22%5D,"
                + "%22target%22:%7B%22namespace%22:%22android_app%22,%22package_name%22:%22a.b%22,"
                + "%22sha256_cert_fingerprints%22:%5B%5D%7D%7D%5D"
            let alone = try await compare("namespace=web&host=example.com&file=\(links)")
            #expect(alone.text.contains("<span class=\"badge bad\">manifest</span>"))
            let manifest = "%3Cmanifest%20package=%22a.b%22/%3E"
            let both = try await compare(
                "namespace=web&host=example.com&file=\(links)&manifest=\(manifest)")
            #expect(both.text.contains("<span class=\"badge bad\">narrower</span>"))
            #expect(both.text.contains("which the manifest does not take"))
            let lines = try await compare(
                "namespace=web&host=example.com&file=%5B%0D%0A%5D&manifest=")
            #expect(lines.text.contains("[\n]</textarea>"))
            let wrong = try await compare(
                "namespace=web&host=example.com&file=\(links)&manifest=x")
            #expect(wrong.text.contains("The second file is not a manifest."))
            let missing = try await compare("namespace=none&host=example.com&file=x")
            #expect(missing.text.contains("No namespace is named"))
        }
    }
}
#endif
