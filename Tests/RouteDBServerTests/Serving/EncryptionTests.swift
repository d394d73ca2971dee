#if Server
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Encryption")
struct EncryptionTests {
    private func files(in directory: TemporaryDirectory) throws -> CertificateFiles {
        let files = CertificateFiles(
            certificates: directory.path("cert.pem"), key: directory.path("key.pem"))
        try LocalhostCertificate.certificate.write(
            toFile: files.certificates, atomically: true, encoding: .utf8)
        try LocalhostCertificate.key.write(toFile: files.key, atomically: true, encoding: .utf8)
        return files
    }

    @Test("with a certificate the service answers by TLS only, and tells browsers to stay with it")
    func answers() async throws {
        let directory = try TemporaryDirectory()
        let files = try files(in: directory)
        try await RunningServer.with(in: directory, { $0.certificate = files }) { server in
            #expect(server.started.loginURL.hasPrefix("https://127.0.0.1:\(server.port)/login?"))
            let answer = try await get("/livez", from: server.port)
            #expect(answer.status == 200)
            #expect(answer.field("strict-transport-security") == "max-age=31536000")
            let code = server.started.loginURL.split(separator: "=").last ?? ""
            let login = try await get("/login?code=\(code)", from: server.port)
            #expect(login.field("set-cookie")?.contains("; Secure") == true)
            let plain = try TestSocket(port: server.port)
            try await plain.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(TestAnswer(try await plain.receiveAll()) == nil)
        }
    }

    @Test("a key that is not the certificate's is refused at the start")
    func otherKey() async throws {
        let directory = try TemporaryDirectory()
        var options = ServerOptions(registry: directory.path("routes.db"))
        let files = try files(in: directory)
        options.certificate = CertificateFiles(
            certificates: files.certificates, key: files.certificates)
        let error = await #expect(throws: RouteDBError.self) { _ = try await RouteServer(options) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains(files.certificates) == true)
    }

    /// Collects what a server sends until it closes the connection.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let promise: EventLoopPromise<[UInt8]>
        private var bytes: [UInt8] = []

        init(_ promise: EventLoopPromise<[UInt8]>) { self.promise = promise }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes += Array(unwrapInboundIn(data).readableBytesView)
        }

        func channelInactive(context: ChannelHandlerContext) { promise.succeed(bytes) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private func get(_ path: String, from port: Int) async throws -> TestAnswer {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(LocalhostCertificate.certificate.utf8)))
        let context = try NIOSSLContext(configuration: configuration)
        let group = MultiThreadedEventLoopGroup.singleton
        let promise = group.next().makePromise(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: group).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let encryption = try NIOSSLClientHandler(
                    context: context, serverHostname: "localhost")
                try channel.pipeline.syncOperations.addHandlers(encryption, Collector(promise))
            }
        }.connect(host: "127.0.0.1", port: port).get()
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: request))
        return try #require(TestAnswer(try await promise.futureResult.get()))
    }
}
#endif
