#if Server
    import Dispatch
    import Foundation
    package import RouteDB

    /// An answer as it came over the network.
    package struct TestAnswer: Sendable {
        package let status: Int
        package let fields: [(name: String, value: String)]
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }

        package func field(_ name: String) -> String? {
            fields.first { $0.name.lowercased() == name.lowercased() }?.value
        }

        /// The body as JSON.
        package var object: JSONObject {
            get throws {
                guard case .object(let object) = try JSONValue(parsing: body) else { return [:] }
                return object
            }
        }

        /// The code of the problem that the answer is, as JSON or as a page.
        package var problem: String? {
            if field("content-type")?.hasPrefix("text/html") == true {
                let parts = text.components(separatedBy: "data-problem=\"")
                return parts.count > 1 ? parts[1].components(separatedBy: "\"").first : nil
            }
            guard field("content-type") == "application/problem+json",
                case .string(let code)? = try? object["type"]
            else { return nil }
            return code
        }

        /// Reads an answer whose connection was closed after it; `nil` if it is not complete.
        package init?(_ bytes: [UInt8]) {
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            var lines = head.components(separatedBy: "\r\n")
            guard let status = lines.removeFirst().split(separator: " ").dropFirst().first,
                let status = Int(status)
            else { return nil }
            self.status = status
            fields = lines.compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (
                    String(line[..<colon]),
                    line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                )
            }
            let rest = Array(bytes[end.upperBound...])
            // Streams of events do not end; what has come of one is not a body.
            guard !fields.contains(where: { $0.value == Self.events }) else {
                body = []
                return
            }
            let isChunked = fields.contains {
                $0.name.lowercased() == "transfer-encoding" && $0.value == "chunked"
            }
            guard isChunked else {
                body = rest
                return
            }
            guard let joined = Self.joined(rest) else { return nil }
            body = joined
        }

        package static let events = "text/event-stream"

        /// The chunks of a body, joined; `nil` if the last one is missing.
        private static func joined(_ bytes: [UInt8]) -> [UInt8]? {
            var (rest, body) = (bytes[...], [UInt8]())
            while let end = rest.firstRange(of: Array("\r\n".utf8)) {
                let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
                guard let count = Int(digits, radix: 16) else { return nil }
                if count == 0 { return body }
                body += rest[end.upperBound...].prefix(count)
                rest = rest[end.upperBound...].dropFirst(count + 2)
            }
            return nil
        }
    }

    /// A connection to a service, whose calls block a thread of their own.
    package final class TestSocket: Sendable {
        // Calls are sent to the queue, one after the other, and only they use the descriptor.
        private let descriptor: Int32
        private let queue = DispatchQueue(label: "test.socket")

        package struct Failure: Error {
            package init() {}
        }

        package init(port: Int) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            // An address of the family is one of the general form; the call reads it and returns.
            let status = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard status == 0 else { throw Failure() }
            // So that a test fails instead of hanging; long, since all tests may run at once.
            var limit = timeval(tv_sec: 900, tv_usec: 0)
            _ = unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(descriptor) }

        /// Sends bytes; fails if the other end has closed the connection.
        package func send(_ bytes: [UInt8]) async throws {
            try await onQueue { [descriptor] in
                var rest = bytes[...]
                while !rest.isEmpty {
                    // The calls use the buffers only until they return.
                    let count = unsafe rest.withUnsafeBytes {
                        unsafe Foundation.send(
                            descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { throw Failure() }
                    rest = rest.dropFirst(count)
                }
            }
        }

        package func send(_ text: String) async throws { try await send(Array(text.utf8)) }

        /// Tells the other end that nothing more comes, and that nothing more is read.
        package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// Receives what comes next; empty when the other end has closed the connection.
        package func receive() async throws -> [UInt8] {
            try await onQueue { [descriptor] in
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
                guard count >= 0 || errno == ECONNRESET else { throw Failure() }
                return Array(bytes.prefix(max(0, count)))
            }
        }

        /// Receives all until the other end closes the connection.
        package func receiveAll() async throws -> [UInt8] {
            var all: [UInt8] = []
            while true {
                let bytes = try await receive()
                if bytes.isEmpty { return all }
                all += bytes
            }
        }

        private func onQueue<Value: Sendable>(
            _ body: @escaping @Sendable () throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try body() }) }
            }
        }
    }

    /// Sends requests to a service, each on a connection of its own.
    package struct TestClient: Sendable {
        package let port: Int
        /// The fields of every request.
        package var fields: [(String, String)] = []

        package init(port: Int, fields: [(String, String)] = []) {
            (self.port, self.fields) = (port, fields)
        }

        /// The client with a token.
        package func with(token: String) -> TestClient {
            with(("Authorization", "Bearer \(token)"))
        }

        /// The client with a further field.
        package func with(_ field: (String, String)) -> TestClient {
            TestClient(port: port, fields: fields + [field])
        }

        package func get(_ path: String, _ fields: (String, String)...) async throws -> TestAnswer {
            try await send("GET", path, fields: fields)
        }

        package func send(
            _ method: String, _ path: String, fields: [(String, String)] = [], body: String? = nil,
            type: String = "application/json"
        ) async throws -> TestAnswer {
            var all = [("Host", "127.0.0.1:\(port)"), ("Connection", "close")]
            for field in self.fields + fields {
                all.removeAll { $0.0 == field.0 }
                all.append(field)
            }
            if let body {
                all.append(("Content-Type", type))
                all.append(("Content-Length", "\(body.utf8.count)"))
            }
            let lines = all.map { "\($0.0): \($0.1)\r\n" }.joined()
            let socket = try TestSocket(port: port)
            try await socket.send("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")")
            var bytes: [UInt8] = []
            while true {
                let more = try await socket.receive()
                bytes += more
                let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? 0
                let isEvents = bytes[..<end].firstRange(of: Array(TestAnswer.events.utf8)) != nil
                guard more.isEmpty || isEvents, let answer = TestAnswer(bytes) else {
                    if more.isEmpty { throw TestSocket.Failure() }
                    continue
                }
                return answer
            }
        }
    }
#endif
