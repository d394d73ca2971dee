#if Server
import NIOSSL
import RouteDB

/// The certificate with which a service encrypts.
enum ServerCertificate {
    /// Reads the files.
    static func configuration(
        _ files: CertificateFiles
    ) throws(RouteDBError) -> TLSConfiguration {
        let certificates = try read(files.certificates, "certificate") {
            try NIOSSLCertificate.fromPEMFile($0)
        }
        guard !certificates.isEmpty else { throw failure(files.certificates, "certificate") }
        let key = try read(files.key, "private key") {
            try NIOSSLPrivateKey(file: $0, format: .pem)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = suites
        do {
            // Whether the key is that of the certificate, which only shows when both are used.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw failure(files.key, "private key of the certificate")
        }
        return configuration
    }

    /// The suites of TLS 1.2 whose keys are forgotten with the connection, so that who gets hold of the
    /// certificate's key reads nothing that was sent before.
    ///
    /// TLS 1.3 has no others.
    private static let suites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func read<Value>(
        _ path: String, _ what: String, _ body: (String) throws -> Value
    ) throws(RouteDBError) -> Value {
        do {
            return try body(path)
        } catch {
            throw failure(path, what)
        }
    }

    private static func failure(_ path: String, _ what: String) -> RouteDBError {
        RouteDBError(
            .invalidValue, "'\(path)' cannot be read as a \(what).",
            hint: "Give the path of a PEM file that you may read.")
    }
}
#endif
