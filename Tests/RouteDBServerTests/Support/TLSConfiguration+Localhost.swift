#if Server
import NIOSSL
import RouteDBTestSupport

extension TLSConfiguration {
    /// The configuration of a client that trusts the certificate of this machine, and no other.
    static func trustingLocalhost() throws -> TLSConfiguration {
        var configuration = makeClientConfiguration()
        configuration.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(LocalhostCertificate.certificate.utf8)))
        return configuration
    }
}
#endif
