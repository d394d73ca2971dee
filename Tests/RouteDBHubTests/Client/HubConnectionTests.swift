#if Hub
import RouteDB
import RouteDBHub
import RouteDBTestSupport
import Testing

@Suite("Connections to hubs")
struct HubConnectionTests {
    @Test("a server that is not there is named in one sentence, without libpq's general advice")
    func message() throws {
        let directory = try TemporaryDirectory()
        let address = try HubAddress("host=\(directory.path) dbname=x user=y")
        let error = #expect(throws: RouteDBError.self) { try HubConnection(address) }
        #expect(error?.code == .sourceUnavailable)
        let message = error?.message ?? ""
        #expect(message.hasPrefix("The hub 'postgresql:///x' cannot be reached: "), "\(message)")
        #expect(message.hasSuffix("No such file or directory."), "\(message)")
        #expect(!message.contains("\t"))
    }
}
#endif
