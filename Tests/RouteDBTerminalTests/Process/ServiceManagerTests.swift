import RouteDBTestSupport
import Testing

@testable import RouteDBTerminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("What a service manager is told")
struct ServiceManagerTests {
    #if os(Linux)
        private static let names = ["", "@routedb-test-\(UInt64.random(in: .min ... .max))"]
    #else
        private static let names = [""]
    #endif

    @Test("it hears each state, at a path or an abstract name", arguments: names)
    func states(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let socket = try NotifySocket(name.isEmpty ? directory.path("notify") : name)
        let manager = try #require(ServiceManager(["NOTIFY_SOCKET": socket.name]))
        #expect(manager.watchdog == nil)
        for state in [ServiceManager.State.ready, .alive, .stopping] { manager.tell(state) }
        #expect(socket.received() == "READY=1")
        #expect(socket.received() == "WATCHDOG=1")
        #expect(socket.received() == "STOPPING=1")
        #expect(socket.received() == nil)
    }

    @Test("nobody is told anything without a name that can be one, or where nobody listens")
    func nobody() throws {
        for name in ["", "notify", "/" + String(repeating: "x", count: 200)] {
            #expect(ServiceManager(["NOTIFY_SOCKET": name]) == nil)
        }
        #expect(ServiceManager([:]) == nil)
        ServiceManager(["NOTIFY_SOCKET": "/nowhere/notify"])?.tell(.ready)
    }

    @Test("the watchdog is the one of this process, and of a time")
    func watchdog() {
        func time(_ more: [String: String]) -> Duration? {
            ServiceManager(["NOTIFY_SOCKET": "/x"].merging(more) { $1 })?.watchdog
        }
        #expect(time(["WATCHDOG_USEC": "2000000"]) == .seconds(2))
        #expect(time(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "\(getpid())"]) == .seconds(2))
        #expect(time(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "1"]) == nil)
        #expect(time(["WATCHDOG_USEC": "0"]) == nil)
        #expect(time(["WATCHDOG_USEC": "soon"]) == nil)
    }
}
