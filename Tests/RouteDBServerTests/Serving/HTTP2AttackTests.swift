#if Server
import Foundation
import NIOSSL
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Hostile clients of HTTP/2", .timeLimit(.minutes(5)))
struct HTTP2AttackTests {
    /// A frame (RFC 9113, section 4.1).
    private struct Frame: Equatable {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4

        var kind: UInt8
        var flags: UInt8 = 0
        var stream: UInt32 = 0
        var payload: [UInt8] = []

        var bytes: [UInt8] {
            Self.big(UInt32(payload.count)).dropFirst() + [kind, flags] + Self.big(stream) + payload
        }

        static func big(_ number: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }

        /// Reads the whole frames of what a server sent.
        static func all(in bytes: [UInt8]) -> [Frame] {
            var (frames, rest): ([Frame], ArraySlice<UInt8>) = ([], bytes[...])
            while rest.count >= 9 {
                let head = Array(rest.prefix(9))
                let count = head[0..<3].reduce(0) { $0 << 8 | Int($1) }
                guard rest.count >= 9 + count else { break }
                let stream = head[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
                frames.append(
                    Frame(
                        kind: head[3], flags: head[4], stream: stream,
                        payload: Array(rest.dropFirst(9).prefix(count))))
                rest = rest.dropFirst(9 + count)
            }
            return frames
        }
    }

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// A block of header fields, all of them literal (RFC 7541, section 6.2.2).
    private static func block(_ fields: [(String, String)]) -> [UInt8] {
        var block: [UInt8] = []
        for (name, value) in fields {
            block.append(0)
            for text in [name, value] { block += [UInt8(text.utf8.count)] + Array(text.utf8) }
        }
        return block
    }

    private static func request(
        _ path: String, stream: UInt32 = 1, host: String? = nil, isWhole: Bool = true
    ) -> Frame {
        let fields = [
            (":method", "GET"), (":scheme", "https"), (":path", path), (":authority", "localhost"),
        ]
        return Frame(
            kind: Frame.headers, flags: isWhole ? 5 : 1, stream: stream,
            payload: block(fields + (host.map { [("host", $0)] } ?? [])))
    }

    /// Sends frames to a service with short limits, and returns those that it sends until it closes the
    /// connection.
    private func answer(
        to frames: [Frame], hasPreface: Bool = true,
        _ change: @escaping @Sendable (inout ServerOptions) -> Void = { _ in }
    ) async throws -> [Frame] {
        let directory = try TemporaryDirectory()
        let files = try CertificateFiles.localhost(in: directory)
        let options: @Sendable (inout ServerOptions) -> Void = {
            $0.certificate = files
            $0.limits.idleTime = .milliseconds(200)
            $0.limits.drainTime = .milliseconds(200)
            change(&$0)
        }
        var answer: [UInt8] = []
        try await RunningServer.with(in: directory, options) { server in
            answer = try await EncryptedConnection.exchange(
                (hasPreface ? Self.preface : []) + frames.flatMap(\.bytes), with: server.port
            ) { $0.applicationProtocols = ["h2"] }
        }
        return Frame.all(in: answer)
    }

    @Test("a client that sends nothing, or only settings, is not kept", arguments: [false, true])
    func silent(isGreeting: Bool) async throws {
        let frames = isGreeting ? [Frame(kind: Frame.settings)] : []
        let answers = try await answer(to: frames, hasPreface: isGreeting)
        #expect(!answers.contains { $0.kind == Frame.headers })
    }

    @Test("a client that never ends the head of a request is not kept")
    func endlessHead() async throws {
        let answers = try await answer(
            to: [Frame(kind: Frame.settings), Self.request("/livez", isWhole: false)])
        #expect(!answers.contains { $0.kind == Frame.headers })
    }

    @Test("a client that was answered, and does not say that it leaves, is not kept")
    func idle() async throws {
        let answers = try await answer(to: [Frame(kind: Frame.settings), Self.request("/livez")])
        #expect(answers.contains { $0.kind == Frame.headers && $0.stream == 1 })
    }

    @Test(
        "a request may say its authority again as its host, and no other one",
        arguments: [(nil, 0x88), ("localhost", 0x88), ("evil.example", 0x8C)]
            as [(String?, UInt8)])
    func repeatedHost(host: String?, status: UInt8) async throws {
        let path = "/api/v1/openapi.json"
        let answers = try await answer(
            to: [Frame(kind: Frame.settings), Self.request(path, host: host)])
        let head = try #require(answers.first { $0.kind == Frame.headers })
        // The statuses 200 and 400 of the static table (RFC 7541, appendix A).
        #expect(head.payload.first == status)
    }

    @Test("clients that ask much and read nothing are given up while too much waits for them")
    func unread() async throws {
        // A window of no bytes: nothing may be sent.
        let settings = Frame(kind: Frame.settings, payload: [0, 4] + Frame.big(0))
        let streams = (0..<20).map { UInt32(2 * $0 + 1) }
        let answers = try await answer(
            to: [settings] + streams.map { Self.request("/api/v1/openapi.json", stream: $0) }
        ) {
            $0.limits.unreadBytes = 1 << 20
            $0.limits.idleTime = .seconds(5)
            $0.limits.stallTime = .seconds(86_400)
        }
        let reset = Set(answers.filter { $0.kind == Frame.reset }.map(\.stream))
        #expect(reset == Set(streams))
        #expect(!answers.contains { $0.kind == Frame.data && !$0.payload.isEmpty })
    }
}
#endif
