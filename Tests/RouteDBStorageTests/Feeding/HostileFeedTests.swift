import RouteDBDatabase
import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDBStorage

/// Feeds that no honest source of this version sends.
@Suite("Hostile feeds")
struct HostileFeedTests {
    private let source: RegistryFixture
    private let copy: FollowingFixture

    init() throws {
        source = try RegistryFixture()
        copy = try FollowingFixture()
        try source.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
        try copy.follow(source.store)
        try source.add(RouteDraft(pattern: "/b", target: "b", name: "b"))
    }

    private func feed(after position: FeedPosition? = nil) throws -> String {
        let position = try position ?? copy.replica.position()
        return String(
            decoding: try FollowingFixture.feed(of: source.store, after: position), as: UTF8.self)
    }

    /// Takes the next revision with a change of its text, which must be refused.
    private func refusal(
        _ old: String, _ new: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> RouteDBError? {
        let text = try feed()
        let changed = text.replacing(old, with: new)
        #expect(text != changed, sourceLocation: sourceLocation)
        let before = try copy.replica.snapshot()
        let step = try copy.take(changed)
        #expect(step.old == step.new, sourceLocation: sourceLocation)
        #expect(try copy.replica.snapshot() == before, sourceLocation: sourceLocation)
        return step.refusal
    }

    @Test(
        "rows that were changed on the way do not match the digest",
        arguments: [
            ("\"target\":\"b\"", "\"target\":\"c\""), ("\"priority\":0", "\"priority\":1"),
            ("\"version_id\":2", "\"version_id\":20"), ("\"message\":\"\"", "\"message\":\"x\""),
            ("\"author\":\"", "\"author\":\"x"), ("\"digest\":\"", "\"note\":\"\",\"digest\":\"0"),
        ])
    func changed(_ change: (old: String, new: String)) throws {
        let refusal = try refusal(change.old, change.new)
        #expect(refusal?.code == .revisionRefused)
        #expect(refusal?.hint?.contains("stays at revision 2") == true)
    }

    @Test("a column or a table that is not known needs a newer version, which is said")
    func newer() throws {
        let column = try refusal("\"priority\":0", "\"priority\":0,\"colour\":\"red\"")
        #expect(column?.code == .schemaTooNew)
        #expect(column?.message.contains("the column 'colour'") == true)
        #expect(column?.hint?.contains("Update RouteDB") == true)
        let table = try refusal("\"made\":\"route\"", "\"made\":\"gadget\"")
        #expect(table?.code == .schemaTooNew)
    }

    @Test("a column that is NULL, and a schema with another number, do no harm")
    func otherSchema() throws {
        let text = try feed().replacing("\"schema\":", with: "\"schema\":9")
        #expect(try copy.take(text).refusal == nil)
        try copy.expectEqual(to: source.store)
    }

    @Test(
        "rows that break the rules of the schema are refused",
        arguments: [
            ("\"target\":\"b\"", "\"target\":\"\""), ("\"id\":2", "\"id\":1"),
            ("\"version_id\":2", "\"version_id\":1"), ("\"is_enabled\":1", "\"is_enabled\":7"),
            ("\"id\":2", "\"id\":\"x\""), ("\"target\":\"b\"", "\"target\":[]"),
            ("\"name\":\"b\"", "\"name\":\"a\""), ("\"priority\":0", "\"made_by\":1"),
        ])
    func impossible(_ change: (old: String, new: String)) throws {
        let refusal = try refusal(change.old, change.new)
        #expect(refusal != nil)
    }

    /// A registry with new digests for what it has now.
    private func sealedAgain(_ fixture: RegistryFixture) throws -> RegistryStore {
        let store = try fixture.reopened(.writing(time: 1))
        let digests = RevisionDigests(database: store.database)
        for revision in try store.revisions().reversed() { try digests.seal(revision.number) }
        return store
    }

    /// Takes a revision that was changed behind the source's back, with a new digest.
    private func forged(_ sql: String) throws -> FeedStep {
        try source.damage(sql)
        let store = try sealedAgain(source)
        return try copy.take(
            try FollowingFixture.feed(of: store, after: try copy.replica.position()))
    }

    @Test(
        "rows that no table can be compiled from are refused, though their digest matches",
        arguments: [
            "UPDATE route SET pattern = '/{x', written = '/{x' WHERE name = 'b'",
            "UPDATE route SET syntax = 'klingon' WHERE name = 'b'",
            "UPDATE route SET namespace = 99 WHERE name = 'b'",
            "UPDATE route SET presentation = '{' WHERE name = 'b'",
            "UPDATE route SET requirements = '[]' WHERE name = 'b'",
            "UPDATE route SET ended_by = 3 WHERE name = 'a';"
                + "INSERT INTO default_value (route, key, value, made_by) VALUES (1, 'k', '1', 3)",
            "INSERT INTO default_value (namespace, key, value, made_by) VALUES (1, 'k', '{', 3)",
            "INSERT INTO namespace (id, name, profile, made_by) VALUES (2, 'n', 'x', 3)",
            "INSERT INTO namespace (id, name, profile, fallback, made_by)"
                + " VALUES (2, 'n', 'native', 3, 3), (3, 'm', 'native', 2, 3)",
            "UPDATE namespace SET ended_by = 3",
        ])
    func uncompilable(_ sql: String) throws {
        let before = try copy.replica.snapshot()
        let step = try forged(sql)
        #expect(step.refusal?.code == .revisionRefused)
        #expect(try copy.replica.snapshot() == before)
        #expect(try copy.replica.check() == [])
    }

    @Test(
        "texts and times that no edit could have stored are refused, though their digest matches",
        arguments: [
            "UPDATE route SET name = 'b' || char(7) WHERE name = 'b'",
            "UPDATE route SET name = 'a/b' WHERE name = 'b'",
            "UPDATE route SET route_group = ' g' WHERE name = 'b'",
            "UPDATE route SET kind = 'GET,POST' WHERE name = 'b'",
            "UPDATE route SET target = 'b' || char(0) WHERE name = 'b'",
            "UPDATE route SET target = printf('%.*c', 256, 'x') WHERE name = 'b'",
            "UPDATE route SET starts = -9223372036854775808 WHERE name = 'b'",
            "UPDATE route SET ends = 9223372036854775807 WHERE name = 'b'",
            "INSERT INTO namespace (id, name, profile, made_by) VALUES (2, 'a b', 'native', 3)",
            "INSERT INTO namespace (id, name, profile, fallback_target, made_by)"
                + " VALUES (2, 'n', 'native', 'x' || char(27), 3)",
            "INSERT INTO namespace (id, name, profile, made_by) VALUES (2, 'n', 'native', 3);"
                + "INSERT INTO namespace_binding (namespace, host, made_by) VALUES (2, 'a b', 3)",
            "INSERT INTO namespace (id, name, profile, made_by) VALUES (2, 'n', 'native', 3);"
                + "INSERT INTO namespace_binding (namespace, scheme, made_by) VALUES (2, '1', 3)",
            "INSERT INTO default_value (route, key, value, made_by) VALUES (1, char(9), '1', 3)",
            "INSERT INTO default_value (namespace, route_group, key, value, made_by)"
                + " VALUES (1, 'a/b', 'k', '1', 3)",
            "INSERT INTO converter (namespace, name, rule, made_by) VALUES (1, 'a b', 'any', 3)",
            "INSERT INTO access_rule (id, namespace, effect, subject, subject_name, conditions,"
                + " is_shadow, made_by) VALUES (1, 1, 'deny', 'role', 'x' || char(7), '[]', 0, 3)",
            "INSERT INTO suppression (id, code, namespace, reason, made_by)"
                + " VALUES (1, 'converter-unused', 1, 'x' || char(7), 3)",
            "INSERT INTO test_case (id, name, request, expected, made_by)"
                + " VALUES (1, '#1', '{\"url\":\"/a\"}', '{\"target\":\"a\"}', 3)",
            "UPDATE revision SET author = char(27) WHERE number = 3",
            "UPDATE revision SET author = printf('%.*c', 1025, 'x') WHERE number = 3",
            "UPDATE revision SET message = char(0) WHERE number = 3",
            "UPDATE revision SET created_at = 9223372036854775807 WHERE number = 3",
            "UPDATE revision SET created_at = -9223372036854775808 WHERE number = 3",
        ])
    func unwritable(_ sql: String) throws {
        let before = try copy.replica.snapshot()
        let step = try forged(sql)
        #expect(step.refusal?.code == .revisionRefused)
        #expect(try copy.replica.snapshot() == before)
        #expect(try copy.replica.check() == [])
        // The source's own check finds it, too.
        let own = try source.reopened(.reading).check()
        #expect(own.contains { $0.rule == .texts }, "\(own)")
    }

    @Test("a text of any length is named by its beginning")
    func long() throws {
        let step = try forged(
            "UPDATE route SET target = printf('%.*c', 1000000, 'x') WHERE name = 'b'")
        let message = step.refusal?.message ?? ""
        #expect(message.contains("xxx…' is not a valid target") && message.utf8.count < 500)
    }

    /// The feed with other tags.
    private func feed(tagged tags: String) throws -> String {
        try feed().replacing("\"tags\":[]", with: "\"tags\":[\(tags)]")
    }

    @Test(
        "a tag of a revision that is not there, or by nobody who can be, is refused with the last one",
        arguments: [
            ("\"revision\":4,\"time\":0,\"author\":\"\"", "names revision 4"),
            ("\"revision\":0,\"time\":0,\"author\":\"\"", "names revision 0"),
            ("\"revision\":-1,\"time\":0,\"author\":\"\"", "names revision -1"),
            ("\"revision\":2,\"time\":0,\"author\":\"\\u0007\"", "its author"),
            ("\"revision\":2,\"time\":9223372036854775807,\"author\":\"\"", "its time"),
        ])
    func tags(_ tag: (members: String, reason: String)) throws {
        let text = try feed(tagged: "{\"name\":\"t\",\(tag.members),\"message\":\"\"}")
        let step = try copy.take(text)
        #expect(step.refusal?.code == .revisionRefused)
        #expect(step.refusal?.message.contains(tag.reason) == true)
        #expect(step.old == step.new)
        #expect(try copy.replica.tags.all().isEmpty)
        #expect(try copy.take(feed()).refusal == nil)
    }

    @Test(
        "nothing may come after the last line", arguments: ["{\"end\":3,\"tags\":[]}\n", "\n", "x"])
    func afterTheEnd(_ more: String) throws {
        let text = try feed()
        let error = #expect(throws: RouteDBError.self) { try copy.take(text + more) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("goes on after its last line") == true)
        #expect(try copy.take(text).new.revision == 3)
    }

    @Test("a revision that does not follow the last one is refused, and this is said")
    func skipping() throws {
        var text = try feed()
        for key in ["latest", "revision", "end"] {
            text = text.replacing("\"\(key)\":3", with: "\"\(key)\":4")
        }
        let step = try copy.take(text)
        #expect(step.old == step.new)
        #expect(step.refusal?.code == .revisionRefused)
        #expect(step.refusal?.message.contains("does not follow revision 2") == true)
    }

    @Test("of several revisions, those before a bad one are taken")
    func prefix() throws {
        for index in 0..<20 { try source.add(RouteDraft(pattern: "/x\(index)", target: "x")) }
        try source.damage("UPDATE route SET pattern = '/{', written = '/{' WHERE made_by = 17")
        let step = try forged("UPDATE route SET priority = 0")
        #expect(step.new.revision == 16)
        #expect(step.refusal?.message.contains("Revision 17") == true)
        #expect(try copy.replica.check() == [])
        #expect(try copy.replica.snapshot().routes.count == 15)
    }

    @Test("a whole registry with a bad revision replaces nothing")
    func badReplacement() throws {
        let other = try RegistryFixture()
        try other.add(RouteDraft(pattern: "/x", target: "x"))
        try other.damage("UPDATE route SET pattern = '/{', written = '/{'")
        let store = try sealedAgain(other)
        let before = try copy.replica.snapshot()
        let step = try copy.take(try FollowingFixture.feed(of: store))
        #expect(step.refusal?.code == .revisionRefused)
        #expect(try copy.replica.snapshot() == before)
    }

    @Test(
        "what is not a feed is an error that says where",
        arguments: [
            "", "\n", "{}\n", "[]\n", "{\"feed\":2}\n", "{\"feed\":\"1\"}\n", "<html>\n",
            "{\"revision\":1}\n", "{\"end\":2,\"tags\":[]}\n",
            "{\"feed\":1,\"schema\":9,\"after\":-1,\"latest\":2}\n",
            "{\"feed\":1,\"schema\":9,\"after\":2,\"latest\":1}\n",
            "{\"feed\":1,\"schema\":9,\"after\":2,\"latest\":2}\n{\"end\":3,\"tags\":[]}\n",
            "{\"feed\":1,\"schema\":9,\"after\":2,\"latest\":9223372036854775807}\n"
                + "{\"end\":9223372036854775807,\"tags\":[]}\n",
            "{\"feed\":1,\"schema\":9,\"after\":2,\"latest\":2}\n{\"made\":\"route\",\"row\":{}}\n",
            "{\"feed\":1,\"schema\":9,\"after\":0,\"latest\":0}\n{\"end\":0,\"tags\":[{}]}\n",
            "{\"feed\":1,\"schema\":9,\"after\":9,\"latest\":9}\n{\"end\":9,\"tags\":[]}\n",
            "\u{0}\u{0}\n",
        ])
    func malformed(_ text: String) throws {
        let before = try copy.replica.snapshot()
        do {
            let step = try copy.take(text)
            #expect(step.refusal != nil)
        } catch {
            #expect(
                [.invalidInput, .inputUnreadable, .revisionConflict].contains(error.code),
                "\(error)")
        }
        #expect(try copy.replica.snapshot() == before)
    }

    @Test("random changes of a feed never crash, and never leave a damaged registry")
    func fuzz() throws {
        let feed = try FollowingFixture.feed(of: source.store)
        var generator = SeededGenerator(seed: 4)
        let before = try copy.replica.position()
        for _ in 0..<FuzzBudget.tries(400, byDefault: 120) {
            var bytes = feed
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(ascii: "9"), at: place)
                }
            }
            let step = try? copy.take(bytes)
            if let step, step.refusal == nil {
                // Only what is not covered by digests can have changed.
                #expect(step.new == (try source.store.position()))
            }
            let position = try copy.replica.position()
            #expect([before, try source.store.position()].contains(position))
        }
        #expect(try copy.replica.check() == [])
    }
}
