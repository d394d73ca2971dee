#if Hub && Server
import Foundation
import RouteDB
import RouteDBTerminal
import RouteDBCommands
import RouteDBTestSupport
import Testing

/// A service that the tool runs in this process, of a file or of a hub.
struct ServedTool: Sendable {
    /// A client with a token for everything.
    let client: TestClient
    /// A client with a session of a browser.
    let browser: TestClient
    /// How answers and pages name the registry: its places, and a word for each.
    let names: [(text: String, word: String)]

    /// Runs a service while a closure runs.
    ///
    /// - Parameters:
    ///   - arguments: What is served, and how.
    ///   - tool: The tool.
    ///   - body: The test.
    /// - Throws: What the closure throws, and why the service did not start.
    static func with(
        _ arguments: [String], by tool: HubTool, _ body: (ServedTool) async throws -> Void
    ) async throws {
        let tokens = "\(tool.folder)/tokens"
        let token = await tool.run([
            "token", "add", "robot", "--scope", "admin", "--tokens", tokens,
        ]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        let (lines, line) = AsyncStream<String>.makeStream()
        let errors = MemorySink()
        let running = Task {
            defer { line.finish() }
            return await tool.run(
                ["serve", "--listen", "127.0.0.1:0", "--json", "--tokens", tokens] + arguments,
                writingTo: LineSink(line), and: errors)
        }
        var started = lines.makeAsyncIterator()
        let first = await started.next()
        let errorText = String(decoding: errors.bytes, as: UTF8.self)
        let service: ServedTool
        do {
            service = try await ServedTool(try #require(first, "\(errorText)"), token, arguments)
            try await body(service)
        } catch {
            running.cancel()
            _ = await running.value
            throw error
        }
        running.cancel()
        _ = await running.value
    }

    private init(_ line: String, _ token: String, _ arguments: [String]) async throws {
        guard case .object(let object) = try JSONValue(parsing: line),
            case .string(let url)? = object["url"], case .string(let login)? = object["login"],
            let port = url.split(separator: ":").last.flatMap({ Int($0) })
        else { throw CommandFailure("invalidInput", line) }
        let client = TestClient(port: port)
        let answer = try await client.send(
            "POST", "/login", body: String(login.dropFirst("\(url)/login?".count)),
            type: "application/x-www-form-urlencoded")
        let cookie = try #require(answer.field("set-cookie")?.split(separator: ";").first)
        self.client = client.with(token: token)
        browser = client.with(("Cookie", String(cookie))).with(("Sec-Fetch-Site", "same-origin"))
        let place = arguments.last ?? ""
        if arguments.contains("--hub") {
            let database = place.split(separator: "=").last.map(String.init) ?? ""
            names = [
                ("--hub &#39;\(place)&#39;", "PLACE"), ("postgresql:///\(database)", "NAME"),
                (database, "NAME"),
            ]
        } else {
            names = [("--db \(place)", "PLACE"), (place, "NAME"), ("routes.db", "NAME")]
        }
    }

    /// The text of an answer, without the names of what is served.
    func text(_ answer: TestAnswer) -> String {
        names.reduce(answer.text) { $0.replacing($1.text, with: $1.word) }
    }
}

/// Hands on what is written.
private final class LineSink: ByteSink {
    private let line: AsyncStream<String>.Continuation

    init(_ line: AsyncStream<String>.Continuation) { self.line = line }

    func write(_ bytes: [UInt8]) { line.yield(String(decoding: bytes, as: UTF8.self)) }
}
#endif
