import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Accepted changes")
struct AcceptedChangesTests {
    private let hits = ["/a/x", "/b", "/c"].map { ReplayHit(url: Array($0.utf8)) }

    private func report(_ head: RegistrySnapshot) async throws -> ReplayReport {
        let base = RegistrySnapshot.of(["/a/{id}", "/b", "/c"])
        return try await Replay(from: base, to: head).run(.hits(hits))
    }

    private func head(_ target: String) -> RegistrySnapshot {
        var head = RegistrySnapshot.of(["/a/{id:int}", "/b", "/c"])
        head.routes[1].target = target
        return head
    }

    @Test("accepted differences are listed separately, in later replays too")
    func roundTrip() async throws {
        let report = try await report(head("new"))
        #expect(report.changed.hits == 2 && report.unaccepted.hits == 2)
        let accepted = try AcceptedChanges(
            json: JSONValue(parsing: AcceptedChanges.text(of: report)))
        #expect(Set(accepted.entries) == Set(AcceptedChanges(report).entries))
        let later = report.accepting(accepted)
        #expect(
            later.unaccepted.hits == 0 && later.changed.hits == 2 && later.unusedAcceptCount == 0)
        #expect(later.unaccepted(.otherTarget).hits == 0 && later.changed(.otherTarget).hits == 1)
    }

    @Test("another target or a further class must be reviewed again")
    func strictness() async throws {
        let accepted = AcceptedChanges(try await report(head("new")))
        let other = try await report(head("newer")).accepting(accepted)
        #expect(other.unaccepted.hits == 1 && other.unusedAcceptCount == 1)
        var changed = head("new")
        changed.defaults[.route(RouteID(rawValue: 2))] = ["tab": 1]
        let more = try await report(changed).accepting(accepted)
        #expect(more.groups.first { !$0.isAccepted }?.classes == [.otherTarget, .otherValues])
        // The other way round there is less to accept than was.
        let wide = AcceptedChanges(try await report(changed))
        #expect(try await report(head("new")).accepting(wide).unaccepted.hits == 0)
    }

    @Test(
        "an invalid list of changes is refused",
        arguments: [
            "[]", "{}", #"{"groups":1}"#, #"{"groups":[1]}"#, #"{"groups":[{"classes":[]}]}"#,
            #"{"groups":[{"classes":["x"],"oldOutcome":"matched","newOutcome":"matched","#
                + #""old":null,"new":null}]}"#,
            #"{"groups":[{"classes":["other-route"],"old":null,"new":null}]}"#,
        ])
    func refusal(text: String) throws {
        let json = try JSONValue(parsing: text)
        let error = #expect(throws: RouteDBError.self) { try AcceptedChanges(json: json) }
        #expect(error?.code == .invalidValue)
    }
}
