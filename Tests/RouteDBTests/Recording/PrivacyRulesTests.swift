import RouteDBHistory
import RouteDBTestSupport
import Testing

@testable import RouteDB

@Suite("Privacy rules")
struct PrivacyRulesTests {
    private let table = RoutingTable(
        .of([
            "/user/{id:int}", "/reset/{token}", "/files/{rest:path}", "/any/**", "/one/*/x",
            "/search?q={term}", "https://{tenant}.example.com/home", "/f/{first}-{last}.json",
            "/static/page",
        ]))

    @Test("what a strict query drops keeps no value either, matched or not")
    func droppedQuery() throws {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName, profile: .ikrouter)
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id,
            pattern: try PatternSyntax(namespace).parse("app://a"), dialectText: "app://a",
            target: "a")
        let table = RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: [namespace], routes: [route]))
        for (url, left) in [
            ("app://a?token=s3cret&a=b?x=1", "app://a?token=&a=b?x=1"),
            ("app://a?x=1?token=s3cret?y=2", "app://a?x=1?token=?y=2"),
            ("app://b?x=1?token=s3cret?y=2", "app://b?x=1?token=?y=2"),
        ] {
            #expect(try EncodedHit(table.resolve(url), ["token=drop"]).url == left)
        }
    }

    @Test(
        "a rule removes what it names from the URL and the parameters",
        arguments: [
            ("/reset/s3cret", "token=drop", "/reset/-", nil),
            ("/reset/s3cret?token=s3cret", "Token=drop", "/reset/-?token=", nil),
            ("/reset/%73%33cret/", "token=truncate:2", "/reset/%73%33/", #"{"token":"s3"}"#),
            ("/reset/é%C3%A9x", "token=truncate:2", "/reset/é%C3%A9", #"{"token":"éé"}"#),
            ("/user/42?a=1", "id=drop", "/user/-?a=1", nil),
            ("/user/42?a=1&b=2&c", "*=drop", "/user/-?a=&b=&", nil),
            (
                "/user/42?a=1&b=2&c", "*=drop b=keep c=keep id=keep", "/user/42?a=&b=2&c",
                #"{"id":42}"#
            ),
            ("/files/a/s3cret/c", "rest=drop", "/files/-/-/-", nil),
            ("/files/a/s3cret/c", "rest=truncate:9", "/files/a/-/-", nil),
            ("/any/a/s3cret", "*=drop", "/any/-/-", nil),
            ("/one/s3cret/x", "*=drop", "/one/-/x", nil),
            ("/search?q=s3cret&x=1", "term=drop", "/search?q=&x=1", nil),
            ("/search?q=s3cret&x=1", "q=drop", "/search?q=&x=1", nil),
            ("/search?q=s3cret&x=1", "q=keep *=drop", "/search?q=s3cret&x=", #"{"term":"s3cret"}"#),
            ("/f/s3cret-b.json", "first=drop", "/f/--b.json", #"{"last":"b"}"#),
            ("/f/%73-b.json", "last=drop", "/f/%73--.json", #"{"first":"s"}"#),
            ("https://s3cret.Example.com/home", "tenant=drop", "https://-.Example.com/home", nil),
            ("https://%73.example.com/home", "tenant=drop", "https://-.example.com/home", nil),
            ("https://u:s3cret@host/static/page", "x=drop", "https://host/static/page", nil),
            ("/s3cret/../static/page", "x=drop", "/-/../static/page", nil),
            ("/static/./s3cret/%2e%2e/page", "x=drop", "/static/./-/%2e%2e/page", nil),
            ("/static/page#token=s3cret&a=b", "token=drop", "/static/page#token=&a=b", nil),
            ("/static/page#s3cret", "*=drop", "/static/page#", nil),
            ("/static/page?s3cret", "*=drop", "/static/page?", nil),
            ("/static/page?czNjcmV0==", "*=drop", "/static/page?==", nil),
            (
                "/static/page?next=%2Freset%3Ftoken%3Ds3cret", "token=drop", "/static/page?next=",
                nil
            ),
            (
                "/static/page?next=%252F%253Ftoken%253Ds3cret", "token=drop", "/static/page?next=",
                nil
            ),
            ("/static/page?a=1;token=s3cret", "token=drop", "/static/page?a=", nil),
            ("/static/page?j={\"token\":\"s3cret\"}", "token=drop", "/static/page?j=", nil),
            ("/files/a;token=s3cret/b", "token=drop", "/files/-/b", nil),
        ] as [(String, String, String, String?)])
    func taken(url: String, rules: String, left: String, parameters: String?) throws {
        let resolution = table.resolve(url)
        #expect(resolution.outcome == .matched)
        let rules = rules.split(separator: " ").map(String.init)
        let hit = try EncodedHit(resolution, rules)
        #expect(hit.url == left)
        #expect(hit.parameters == parameters)
    }

    @Test(
        "the rules apply to unmatched and invalid URLs too",
        arguments: [
            ("/nope/s3cret?token=s3cret&a=1", "token=drop", "/nope/s3cret?token=&a=1"),
            ("/nope/s3cret?a=s3cret", "*=drop", "/-/-?a="),
            ("/nope/x?a=s3cret&b#s3cret", "@unmatched=keys", "/nope/x?a=&#"),
            ("/nope/x?a=s3cret&b#s3cret", "@unmatched=path", "/nope/x"),
            ("app://host/s3cret?a=s3cret", "@unmatched=host", "app://host"),
            ("/nope/s3cret", "@unmatched=host", ""),
            ("/nope/x?a=s3cret", "@unmatched=keep x=drop", "/nope/x?a=s3cret"),
            ("/nope/token=s3cret/x", "token=drop", "/nope/-/x"),
            ("https://u:s3/cret@ho st/x?token=s3cret", "token=drop", "https://ho st/x?token="),
            ("/a%FF/x?token=s3cret%FF&b=1", "token=drop", "/a%FF/x?token=&b=1"),
        ])
    func untaken(url: String, rules: String, left: String) throws {
        let resolution = table.resolve(url)
        #expect(resolution.route == nil)
        let hit = try EncodedHit(resolution, rules.split(separator: " ").map(String.init))
        #expect(hit.url == left)
        #expect(hit.parameters == nil)
    }

    @Test("a hash is the same in the URL and in the parameters, and for any spelling")
    func hashes() throws {
        let hash = EncodedHit.hash("a@b")
        #expect(hash.utf8.count == 17)
        for url in ["/reset/a@b", "/reset/a%40b", "/reset/%61%40b"] {
            let hit = try EncodedHit(table.resolve(url), ["token=hash"])
            #expect(hit.url == "/reset/\(hash)")
            #expect(hit.parameters == #"{"token":"\#(hash)"}"#)
        }
        let rest = try EncodedHit(table.resolve("/files/a/b"), ["rest=hash"])
        let joined = "\(EncodedHit.hash("a"))/\(EncodedHit.hash("b"))"
        #expect(rest.url == "/files/\(joined)")
        #expect(rest.parameters == #"{"rest":"\#(joined)"}"#)
        let item = try EncodedHit(table.resolve("/search?q=a%40b"), ["q=hash"])
        #expect(item.url == "/search?q=\(hash)")
        #expect(table.resolve(item.url ?? "")["term"] == .string(hash))
    }

    @Test("the code of a text equals RFC 4231's cases 1, 2, 6 and 7")
    func codes() {
        func code(_ key: [UInt8], _ text: String) -> String {
            KeyedHash(key).code(of: text.utf8).prefix(8).map { String($0, radix: 16) }.joined()
        }
        #expect(code([UInt8](repeating: 0x0b, count: 20), "Hi There") == "b0344c61d8db3853")
        #expect(code(Array("Jefe".utf8), "what do ya want for nothing?") == "5bdcc146bf60754e")
        let long = [UInt8](repeating: 0xaa, count: 131)
        #expect(
            code(long, "Test Using Larger Than Block-Size Key - Hash Key First")
                == "60e431591ee0b67f")
    }

    @Test("a key is not printed with the rules")
    func printedKeys() throws {
        let hash = KeyedHash([UInt8](repeating: 171, count: 16))
        var dumped = ""
        dump(hash, to: &dumped)
        for text in [dumped, "\(hash)", String(reflecting: Optional(hash))] {
            #expect(text.contains("KeyedHash"))
            #expect(!text.contains("171"))
        }
    }

    @Test("principals and referrers follow their own rules")
    func others() throws {
        let url = "https://u:p@site/x/y?token=s3cret&a=1#f"
        let cases: [([String], String?, String?)] = [
            ([], "alice", url),
            (["@principal=drop", "@referrer=drop"], nil, nil),
            (["@principal=hash"], EncodedHit.hash("alice"), "https://site/x/y?token=s3cret&a=1#f"),
            (["token=drop"], "alice", "https://site/x/y?token=&a=1#f"),
            (["@referrer=keys"], "alice", "https://site/x/y?token=&a=#"),
            (["@referrer=path"], "alice", "https://site/x/y"),
            (["@referrer=host"], "alice", "https://site"),
            (["*=drop"], "alice", "https://site/-/-?token=&a=#"),
        ]
        for (rules, principal, referrer) in cases {
            let hit = try EncodedHit(
                table.resolve("/static/page"), rules, principal: "alice", referrer: url)
            #expect(hit.principal == principal, "\(rules)")
            #expect(hit.referrer == referrer, "\(rules)")
        }
    }

    @Test(
        "of two rules for one value the stricter one counts, whatever their order",
        arguments: [
            ("keep", "truncate:2", "s3"), ("truncate:2", "truncate:3", "s3"),
            ("truncate:2", "hash", EncodedHit.hash("s3cret")), ("truncate:2", "drop", ""),
            ("hash", "drop", ""), ("keep", "drop", ""), ("keep", "hash", EncodedHit.hash("s3cret")),
        ])
    func stricter(first: String, second: String, left: String) throws {
        for (first, second) in [(first, second), (second, first)] {
            let search = try EncodedHit(
                table.resolve("/search?q=s3cret"), ["q=\(first)", "term=\(second)"])
            #expect(search.url == "/search?q=\(left)")
            #expect(search.parameters == (left.isEmpty ? nil : #"{"term":"\#(left)"}"#))
            // A name that is kept is kept as it is written only.
            guard ![first, second].contains("keep") else { continue }
            let page = try EncodedHit(
                table.resolve("/static/page?tOken=s3cret"), ["token=\(first)", "TOKEN=\(second)"])
            #expect(page.url == "/static/page?tOken=\(left)")
        }
    }

    @Test(
        "claims, context and default values follow the rules by their names and their content",
        arguments: ["claims", "context", "defaults"])
    func attributes(part: String) throws {
        func left(_ values: JSONObject, _ rules: [String]) throws -> JSONObject {
            var attributes = ResolutionRequest.Attributes()
            switch part {
            case "claims": attributes.claims = values
            case "context": attributes.context = values
            default: attributes.defaults = values
            }
            let hit = try EncodedHit(
                table.resolve("/static/page"), rules, attributes: attributes)
            #expect(hit.attributes?.contains("s3cret") != true)
            let kept = ResolutionRequest.Attributes(stored: (hit.attributes ?? "{}").utf8)
            return part == "claims" ? kept.claims : part == "context" ? kept.context : kept.defaults
        }
        for rule in ["email=drop", "Email=truncate:2", "email=hash"] {
            #expect(try left(["email": "s3cret", "plan": "pro"], [rule]) == ["plan": "pro"])
        }
        let plan: JSONObject = ["plan": "pro"]
        #expect(try left(["next": "/x?email=s3cret", "plan": "pro"], ["email=drop"]) == plan)
        #expect(try left(["user": ["email": "s3cret"]], ["email=drop"]).members.isEmpty)
        #expect(try left(["a": "s3cret", "plan": "pro"], ["*=drop", "plan=keep"]) == plan)
        #expect(try left(["a": "s3cret", "plan": "pro"], ["@keep=plan"]) == plan)
    }

    @Test("without principals there are no roles and claims either")
    func roles() throws {
        var attributes = ResolutionRequest.Attributes()
        (attributes.roles, attributes.claims) = (["staff"], ["plan": "pro"])
        attributes.context = ["build": 7]
        let hit = try EncodedHit(
            table.resolve("/static/page"), ["@principal=drop"], attributes: attributes)
        (attributes.roles, attributes.claims) = (nil, [:])
        #expect(hit.attributes == attributes.json.description)
    }

    @Test("a user agent is kept, or what it tells, or nothing")
    func userAgents() throws {
        let bot = HitClient(isBot: true, platform: .other)
        for (rules, text, client) in [
            ([], "curl/8.5", bot), (["@agent=keep"], "curl/8.5", bot),
            (["@agent=kind"], nil, bot), (["@agent=drop"], nil, nil), (["*=drop"], "curl/8.5", bot),
        ] as [([String], String?, HitClient?)] {
            let hit = try EncodedHit(table.resolve("/static/page"), rules, userAgent: "curl/8.5")
            #expect(hit.userAgent == text && hit.client == client, "\(rules)")
        }
        #expect(try "\(PrivacyRules(["@agent=kind"]))" == "@agent=kind")
        for (length, kept) in [(1_024, 1_024), (1_025, 1_024), (5_000, 1_024)] {
            let long = try EncodedHit(
                table.resolve("/static/page"), userAgent: String(repeating: "a", count: length))
            #expect(long.userAgent?.utf8.count == kept)
        }
    }

    @Test(
        "an invalid rule is refused with a hint",
        arguments: [
            "email", "=drop", "email=remove", "email=truncate:0", "email=truncate:x", "email=",
            "@referer=drop", "@unmatched=drop", "@principal=truncate:3", "@referrer=hash",
            "@agent=hash",
        ])
    func refusals(rule: String) {
        let error = #expect(throws: RouteDBError.self) { try PrivacyRules([rule]) }
        #expect(error?.code == .invalidValue)
        #expect(error?.hint != nil)
    }

    @Test("hashes need a key of 16 bytes")
    func keys() throws {
        #expect(throws: RouteDBError.self) { try PrivacyRules(["a=hash"]) }
        #expect(throws: RouteDBError.self) { try PrivacyRules(["@principal=hash"]) }
        #expect(throws: RouteDBError.self) { try PrivacyRules([], key: Array("short".utf8)) }
        let rules = try PrivacyRules(["b=hash", "a=b=truncate:3", "b=drop"], key: EncodedHit.key)
        #expect("\(rules)" == "a=b=truncate:3 b=drop")
        #expect("\(PrivacyRules.keepAll)" == "*=keep")
    }
}
