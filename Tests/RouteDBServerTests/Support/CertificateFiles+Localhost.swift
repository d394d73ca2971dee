#if Server
import Foundation
import RouteDBServer
import RouteDBTestSupport

extension CertificateFiles {
    /// Writes the certificate of this machine and its key into a directory.
    static func localhost(
        in directory: TemporaryDirectory, isRSA: Bool = false
    ) throws -> CertificateFiles {
        let files = CertificateFiles(
            certificates: directory.path("cert.pem"), key: directory.path("key.pem"))
        let (certificate, key) =
            isRSA
            ? (LocalhostCertificate.rsaCertificate, LocalhostCertificate.rsaKey)
            : (LocalhostCertificate.certificate, LocalhostCertificate.key)
        try certificate.write(toFile: files.certificates, atomically: true, encoding: .utf8)
        try key.write(toFile: files.key, atomically: true, encoding: .utf8)
        return files
    }
}
#endif
