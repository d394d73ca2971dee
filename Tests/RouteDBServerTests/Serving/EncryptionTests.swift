#if Server
import Foundation
import NIOSSL
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Encryption")
struct EncryptionTests {
    @Test("with a certificate the service answers by TLS only, and tells browsers to stay with it")
    func answers() async throws {
        let directory = try TemporaryDirectory()
        let files = try CertificateFiles.localhost(in: directory)
        try await RunningServer.with(in: directory, { $0.certificate = files }) { server in
            #expect(
                server.started.loginURL?.hasPrefix("https://127.0.0.1:\(server.port)/login?")
                    == true)
            let answer = try await get("/livez", from: server.port)
            #expect(answer.status == 200)
            #expect(answer.field("strict-transport-security") == "max-age=31536000")
            let code = server.started.loginURL?.split(separator: "=").last ?? ""
            let login = try await send(
                "POST", "/login", body: "code=\(code)", to: server.port)
            #expect(login.field("set-cookie")?.contains("; Secure") == true)
            let plain = try TestSocket(port: server.port)
            try await plain.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(TestAnswer(try await plain.receiveAll()) == nil)
        }
    }

    @Test(
        "only TLS from 1.2 on is answered, and only with keys that are forgotten afterwards",
        arguments: [false, true])
    func suites(isRSA: Bool) async throws {
        let directory = try TemporaryDirectory()
        let files = try CertificateFiles.localhost(in: directory, isRSA: isRSA)
        let kind = isRSA ? "RSA" : "ECDSA"
        let secret = ["AES_128_GCM_SHA256", "AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256"]
            .map { "TLS_ECDHE_\(kind)_WITH_\($0)" }
        let others =
            ["AES_128_CBC_SHA", "AES_256_CBC_SHA"].map { "TLS_ECDHE_\(kind)_WITH_\($0)" }
            + [
                "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_GCM_SHA384",
                "TLS_RSA_WITH_AES_128_CBC_SHA", "TLS_RSA_WITH_AES_256_CBC_SHA",
            ]
        try await RunningServer.with(in: directory, { $0.certificate = files }) { server in
            func answers(_ change: (inout TLSConfiguration) -> Void) async -> Bool {
                let answer = try? await get("/livez", from: server.port) { configuration in
                    configuration.certificateVerification = .none
                    change(&configuration)
                }
                return answer?.status == 200
            }
            for version in [TLSVersion.tlsv1, .tlsv11, .tlsv12, .tlsv13] {
                let isAnswered = await answers {
                    ($0.minimumTLSVersion, $0.maximumTLSVersion) = (version, version)
                }
                #expect(isAnswered == [.tlsv12, .tlsv13].contains(version), "\(version)")
            }
            for name in secret + others {
                let isAnswered = await answers {
                    $0.maximumTLSVersion = .tlsv12
                    $0.cipherSuites = name
                }
                #expect(isAnswered == secret.contains(name), "\(name)")
            }
        }
    }

    @Test("a key that is not the certificate's is refused at the start")
    func otherKey() async throws {
        let directory = try TemporaryDirectory()
        var options = ServerOptions(registry: directory.path("routes.db"))
        let files = try CertificateFiles.localhost(in: directory)
        options.certificate = CertificateFiles(
            certificates: files.certificates, key: files.certificates)
        let error = await #expect(throws: RouteDBError.self) { _ = try await RouteServer(options) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains(files.certificates) == true)
    }

    private func get(
        _ path: String, from port: Int, _ change: (inout TLSConfiguration) -> Void = { _ in }
    ) async throws -> TestAnswer {
        try await send("GET", path, to: port, change)
    }

    private func send(
        _ method: String, _ path: String, body: String = "", to port: Int,
        _ change: (inout TLSConfiguration) -> Void = { _ in }
    ) async throws -> TestAnswer {
        let request =
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let answer = try await EncryptedConnection.exchange(Array(request.utf8), with: port, change)
        return try #require(TestAnswer(answer))
    }
}
#endif
