import RouteDB
import RouteDBCommands
import RouteDBTestSupport
import Testing

@Suite("Short links on the command line")
struct LinkCommandTests {
    private func tool() async throws -> Tool {
        let tool = try Tool()
        await tool("namespace", "add", "go", "--host", "go.example")
        return tool
    }

    @Test("a link is printed as a URL, and leads to its destination")
    func made() async throws {
        let tool = try await tool()
        let link = await tool("link", "https://shop.example/spring?a=1", "--slug", "spring")
        #expect(link.status == 0 && link.output == "https://go.example/spring\n")
        #expect(link.diagnostics == "added #1  (revision 3)\n")
        let answer = await tool("resolve", "https://go.example/spring?b=2", "--json")
        #expect(
            try answer.object["redirect"] == [
                "to": "https://shop.example/spring?a=1&b=2", "status": 302,
            ])
        let show = await tool("show", "#1", "--json")
        #expect(show.output.contains("\"group\":\"links\""))
    }

    @Test("without an end, the same destination and settings give the same link")
    func repeated() async throws {
        let tool = try await tool()
        let first = await tool("link", "https://shop.example/a")
        let again = await tool("link", "https://shop.example/a")
        #expect(first.output == again.output && again.diagnostics == "unchanged #1\n")
        let slug = first.output.dropLast().split(separator: "/").last ?? ""
        #expect(slug.count == 7)
        #expect(!slug.contains { "01OIlaeiouAEIOU".contains($0) })
        let others = [
            await tool("link", "https://shop.example/a", "--further"),
            await tool("link", "https://shop.example/b"),
            await tool("link", "https://shop.example/a", "--status", "301"),
            await tool("link", "https://shop.example/a", "--label", "owner=growth"),
            await tool("link", "https://shop.example/a", "--utm", "source=mail"),
        ].map(\.output)
        #expect(Set(others + [first.output]).count == 6)
    }

    @Test("parameters of campaigns go into the query, before the fragment")
    func campaigns() async throws {
        let tool = try await tool()
        let link = await tool(
            "link", "https://shop.example/a?b=c#d", "--utm", "source=e mail", "--utm",
            "campaign=5=5",
            "--json")
        guard case .array(let links)? = try link.object["links"],
            case .object(let first)? = links.first
        else {
            Issue.record("\(link)")
            return
        }
        #expect(
            first["to"] == "https://shop.example/a?b=c&utm_source=e%20mail&utm_campaign=5%3D5#d")
        #expect(first["outcome"] == "added" && first["status"] == 302)
    }

    @Test("a list from standard input makes all links or none, and names the line that is wrong")
    func lists() async throws {
        let tool = try await tool()
        let wrong = await tool("link", "-", input: "https://a.example/\n\nnothing\n")
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        #expect(wrong.diagnostics.contains("Line 3: 'nothing' is not the URL of a page or an app."))
        let none = await tool("link", "list")
        #expect(none.output.isEmpty)
        let right = await tool("link", "-", input: "https://a.example/\nhttps://b.example/\n")
        #expect(right.lines.count == 2 && Set(right.lines).count == 2)
        #expect(right.diagnostics == "added 2 links  (revision 3)\n")
        let list = await tool("link", "list")
        #expect(
            list.lines.map { $0.split(separator: "\t")[1] } == [
                "https://a.example/", "https://b.example/",
            ])
        let json = await tool("link", "list", "--json")
        #expect(json.output.contains("\"url\":\"\(right.lines[0])\""))
    }

    @Test(
        "what cannot be a link is refused with its reason",
        arguments: [
            (["shop.example/a"], "is not the URL of a page or an app"),
            (["javascript://x/%0aalert(1)"], "is not the URL of a page or an app"),
            (["https://a.example/", "--slug", "a b"], "cannot be the end of a link"),
            (
                ["https://a.example/", "--slug", String(repeating: "a", count: 201)],
                "cannot be the end of a link"
            ),
            (["https://a.example/", "--slug", "../x"], "cannot be the end of a link"),
            (["https://a.example/", "--slug", "robots.txt"], "is answered by the service itself"),
            (
                ["https://a.example/", "--slug", ".well-known/x"],
                "is answered by the service itself"
            ),
            (
                ["https://a.example/", "--host", "b.example"],
                "No namespace is bound to the host 'b.example'"
            ),
            (["https://a.example/{id}"], "does not capture"),
            (["https://a.example/", "--status", "200"], "200"),
            (["https://go.example/me", "--slug", "me"], "would lead back to itself"),
            (["http://GO.example/me?x#y", "--slug", "me"], "would lead back to itself"),
            (["/taken", "--slug", "me"], "is not the URL of a page or an app"),
        ] as [([String], String)])
    func refused(arguments: [String], reason: String) async throws {
        let tool = try await tool()
        let run = await tool.run(["link"] + arguments + ["--db", tool.path])
        #expect(run.status != 0 && run.output.isEmpty, "\(run)")
        #expect(run.diagnostics.contains(reason), "\(run.diagnostics)")
        #expect(await tool("link", "list").output.isEmpty)
    }

    @Test("an end that is taken is said by whom, when, and where it leads")
    func taken() async throws {
        let tool = try await tool()
        await tool("link", "https://a.example/", "--slug", "x", "--author", "bea")
        let same = await tool("link", "https://a.example/", "--slug", "x")
        #expect(same.status == 0 && same.diagnostics == "unchanged #1\n")
        let other = await tool("link", "https://b.example/", "--slug", "x")
        #expect(other.status == 2)
        #expect(
            other.diagnostics.contains(
                "The link '/x' is taken: the route #1 leads to 'https://a.example/', by bea at 2026-01-02T03:04:05Z."
            ),
            "\(other.diagnostics)")
    }

    @Test("links do not lead around in a circle")
    func circles() async throws {
        let tool = try await tool()
        await tool("link", "https://go.example/b", "--slug", "a")
        await tool("link", "https://go.example/c", "--slug", "b")
        let circle = await tool("link", "https://go.example/a", "--slug", "c")
        #expect(circle.status == 2 && circle.diagnostics.contains("would lead back to itself"))
    }

    @Test("a link ends when it should, and an app's URL is a destination")
    func ends() async throws {
        let tool = try await tool()
        await tool("link", "myapp://page/7", "--slug", "app", "--until", "2026-03-01")
        let before = await tool("resolve", "https://go.example/app", "--at", "2026-02-28T00:00:00Z")
        let after = await tool("resolve", "https://go.example/app", "--at", "2026-03-02T00:00:00Z")
        #expect(before.status == 0 && before.output.contains("myapp://page/7"))
        #expect(after.status == 1)
    }

    @Test("of several hosts one must be chosen; without any, links are paths")
    func hosts() async throws {
        let tool = try await tool()
        await tool("namespace", "add", "other", "--host", "other.example")
        let unclear = await tool("link", "https://a.example/")
        #expect(
            unclear.status == 2 && unclear.diagnostics.contains("'go.example', 'other.example'"))
        let chosen = await tool(
            "link", "https://a.example/", "--slug", "s", "--host", "OTHER.example")
        #expect(chosen.output == "https://other.example/s\n")
        let bare = try Tool()
        let path = await bare("link", "https://a.example/", "--slug", "s")
        #expect(
            path.output == "/s\n" && path.diagnostics.contains("no namespace is bound to a host"))
    }

    @Test("a link is shown by its URL, its end or its route, with what is known of its visitors")
    func shown() async throws {
        let tool = try await tool()
        await tool(
            "link", "https://shop.example/spring", "--slug", "spring", "--label", "owner=growth",
            "--variant", "context.platform = ios => https://apps.example/")
        let before = await tool("link", "show", "spring")
        #expect(
            before.lines == [
                "link       https://go.example/spring",
                "leads to   302 to https://shop.example/spring",
                "route      #1", "variant    context.platform = ios => https://apps.example/ 302",
                "label      owner=growth",
            ])
        for agent in ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)", "Googlebot/2.1"] {
            await tool(
                "resolve", "https://go.example/spring?utm_campaign=a%20b", "--record",
                "--user-agent", agent)
        }
        for link in ["spring", "/spring", "https://go.example/spring?x=1", "#1", "go:/spring"] {
            let shown = await tool("link", "show", link)
            #expect(shown.status == 0, "\(link): \(shown.diagnostics)")
            #expect(
                shown.lines.contains("hits       2") && shown.lines.contains("campaigns  a b 2"))
            #expect(shown.lines.contains("variants   go:/spring 0 1, go:/spring 1 1"))
        }
        let json = try await tool("link", "show", "spring", "--json").object
        #expect(json["hits"] == ["hits": 2, "weight": 2])
        #expect(
            "\(json["visitors"] ?? .null)".contains(
                #""campaigns":[{"label":"a b","count":{"hits":2,"weight":2},"share":1"#))
        await tool("add", "/page", "--target", "page", "--namespace", "go")
        let page = await tool("link", "show", "/page")
        #expect(page.status == 2 && page.diagnostics.contains("is no link: it has no redirect"))
        let other = await tool("link", "show", "https://other.example/spring")
        #expect(other.diagnostics.contains("No namespace is bound to the host 'other.example'"))
    }

    #if Server
        @Test("the QR code of a link is written to a terminal or a file, by the extension")
        func code() async throws {
            let tool = try await tool()
            await tool("link", "https://shop.example/spring", "--slug", "spring")
            let text = await tool("link", "qr", "spring")
            #expect(text.lines.count == 17 && text.lines.allSatisfy { $0.count == 33 })
            let svg = await tool("link", "qr", "spring", "--format", "svg")
            #expect(svg.output.hasPrefix("<svg ") && svg.output.hasSuffix("</svg>"))
            let path = tool.directory.path("code.png")
            await tool("link", "qr", "spring", "-o", path)
            let picture = try ReadableFile(path: path).read(at: 0, count: 4)
            #expect(picture.prefix(4).elementsEqual([0x89, 0x50, 0x4E, 0x47]))
            await tool("add", "/x", "--redirect", "https://shop.example/")
            let hostless = await tool("link", "qr", "default:/x")
            #expect(
                hostless.status == 2 && hostless.diagnostics.contains("namespace set NAME --host"))
        }
    #endif
}
