import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Replaying hits through files of links")
struct AppLinkReplayTests {
    private static func apple(_ components: String) -> AppLinkFile {
        AppLinkFile(
            Array(
                """
                {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app"],
                  "components": [\(components)]}]}}
                """.utf8))
    }

    private static func replay(
        _ old: AppLinkFile, _ new: AppLinkFile, _ hits: [(String, Int64)], apiLevel: Int = 35,
        manifest: AppLinkFile? = nil
    ) throws -> AppLinkReplay {
        var replay = try AppLinkReplay(
            from: old, to: new, routes: .of(["/a/{x}"]), apiLevel: apiLevel, manifest: manifest,
            exampleLimit: 2)
        for (url, count) in hits { replay.add(url.utf8, hits: count) }
        return replay
    }

    @Test("hits are counted by what decides before and after, and by route")
    func groups() throws {
        let old = Self.apple(#"{"/": "/a/?"}, {"/": "/b"}"#)
        let new = Self.apple(#"{"/": "/a/1", "exclude": true}, {"/": "/?/?"}, {"/": "/c"}"#)
        let replay = try Self.replay(
            old, new,
            [
                ("https://example.com/a/1", 5), ("https://example.com/a/2", 7), ("/b", 2),
                ("https://example.com/c", 3), ("myapp://a/1", 4), ("/a/1", 1), ("/a/1", 1),
            ])
        #expect(replay.total == 19 && replay.others == 4 && replay.recorded == 6)
        #expect(replay.hits(.nowClosed) == 9 && replay.hits(.newlyOpened) == 3)
        #expect(replay.changed == 12)
        let groups = replay.changes
        #expect(groups.map(\.hits) == [7, 2, 3])
        #expect(groups.map(\.route) == ["/a/{x}", nil, nil])
        let place = "applinks.details[0].components"
        #expect(groups.map(\.oldItem) == ["\(place)[0]", "\(place)[1]", "unmatched"])
        #expect(groups.map(\.newItem) == ["\(place)[0]", "unmatched", "\(place)[2]"])
        #expect(groups[0].examples == ["https://example.com/a/1", "/a/1"])
    }

    @Test("an app that one file does not name is absent there")
    func apps() throws {
        let replay = try Self.replay(
            Self.apple(#"{"/": "/a"}"#), AssetLinksTests.file(#"{"/": "/a"}"#), [("/a", 1)])
        #expect(replay.changes.map(\.change) == [.nowClosed, .newlyOpened])
        #expect(replay.changed == 1 && replay.total == 1)
        #expect(replay.changes.map(\.newItem)[0] == "absent")
        #expect(replay.changes.map(\.oldItem)[1] == "absent")
    }

    @Test("a manifest limits both files, by the level of the API")
    func manifest() throws {
        let old = AssetLinksTests.file(#"{"/": "/a/*"}"#)
        let new = AssetLinksTests.file(#"{"/": "/b*"}"#)
        let manifest = ManifestTests.file(#"<data android:pathPrefix="/b/" />"#)
        let hits: [(String, Int64)] = [
            ("https://example.com/a/1", 5), ("https://example.com/b/1", 3),
            ("https://example.com/bb", 2),
        ]
        let free = try Self.replay(old, new, hits)
        #expect(free.hits(.nowClosed) == 5 && free.hits(.newlyOpened) == 5)
        let limited = try Self.replay(old, new, hits, manifest: manifest)
        #expect(limited.hits(.nowClosed) == 0 && limited.hits(.newlyOpened) == 3)
        // D11: before Android 15, the manifest decides, before and after.
        let older = try Self.replay(old, new, hits, apiLevel: 34, manifest: manifest)
        #expect(older.total == 10 && older.changes == [])
        #expect(throws: RouteDBError.self) {
            try Self.replay(Self.apple(#"{"/": "/a"}"#), new, hits, manifest: manifest)
        }
        let other = AppLinkFile(
            Array(ManifestTests.text("").replacing("com.example.app", with: "com.other").utf8))
        #expect(throws: RouteDBError.self) { try Self.replay(old, new, hits, manifest: other) }
    }

    @Test("counts end at the largest number, and invalid UTF-8 is weighed too")
    func hostile() throws {
        var replay = try Self.replay(
            Self.apple(#"{"/": "*"}"#), Self.apple(""), [("/", 1)])
        replay.add([0x2F, 0xFF, 0x00], hits: 1)
        replay.add(Array(repeating: 0x2F, count: 10_000), hits: 1)
        #expect(replay.hits(.nowClosed) == 2 && replay.others == 1)
    }
}
