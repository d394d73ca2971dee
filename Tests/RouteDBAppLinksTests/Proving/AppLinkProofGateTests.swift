import RouteDB
import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Which proofs fail")
struct AppLinkProofGateTests {
    private static let app = "ABCDE12345.com.example.app"

    private static func proof(
        _ components: String, _ patterns: [String], byApp: Bool = false
    ) throws -> AppLinkProof {
        let details =
            byApp
            ? #"{"\#(app)": {"components": [\#(components)]}}"#
            : #"[{"appIDs": ["\#(app)"], "components": [\#(components)]}]"#
        let file = AppLinkFile(Array(#"{"applinks": {"details": \#(details)}}"#.utf8))
        return try RegistrySnapshot.of(patterns).appLinkProof(
            of: file, app: app, namespace: "default", host: "example.com")
    }

    private static let typed = #"{"/": "/?*/?*/?*", "exclude": true}, {"/": "/a/?*"}"#

    @Test("what is wider by the types of values only is exact without them")
    func types() throws {
        let proof = try Self.proof(Self.typed, ["/a/{x:int}"])
        #expect(proof.verdict == .wider && proof.verdictIgnoringTypes == .exact)
        let plain = try Self.proof(Self.typed, ["/a/{x}"])
        #expect(plain.verdict == .exact && plain.verdictIgnoringTypes == .exact)
        let more = try Self.proof(#"{"/": "/a/?*"}"#, ["/a/{x:int}"])
        #expect(more.verdict == .wider && more.verdictIgnoringTypes == .wider)
        let both = try Self.proof(Self.typed, ["/a/{x:int}", "/b"])
        #expect(both.verdict == .different && both.verdictIgnoringTypes == .narrower)
    }

    @Test("an uncertain rule is not hidden by types that do not count")
    func uncertain() throws {
        let proof = try Self.proof(Self.typed, ["/a/{x:int}"], byApp: true)
        #expect(proof.uncertain == [.a16])
        #expect(proof.verdict == .wider && proof.verdictIgnoringTypes == .uncertain)
        #expect(AppLinkProofGate(acceptsTypes: true).fails(proof))
        #expect(!AppLinkProofGate(failing: [.wider], acceptsTypes: true).fails(proof))
    }

    @Test("a gate fails for its verdicts, and for 'different' as for its halves")
    func verdicts() throws {
        let wider = try Self.proof(#"{"/": "/a/*"}"#, ["/a/{x}", "/a"])
        let narrower = try Self.proof(#"{"/": "/a"}"#, ["/a", "/b"])
        let different = try Self.proof(#"{"/": "/c"}"#, ["/a"])
        let exact = try Self.proof(#"{"/": "/a"}"#, ["/a"])
        func failing(_ verdicts: [AppLinkProof.Verdict]) -> [Bool] {
            let gate = AppLinkProofGate(failing: verdicts)
            return [wider, narrower, different, exact].map(gate.fails)
        }
        #expect(failing(AppLinkProofGate.verdicts) == [true, true, true, false])
        #expect(failing([.wider]) == [true, false, true, false])
        #expect(failing([.narrower]) == [false, true, true, false])
        #expect(failing([.different]) == [false, false, true, false])
        #expect(failing([.uncertain, .undecided, .manifest]) == [false, false, false, false])
        #expect(failing([]) == [false, false, false, false])
    }
}
