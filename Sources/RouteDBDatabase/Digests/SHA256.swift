extension SHA256 {
    /// The number of bytes of a digest, and of an authentication code.
    package static let digestBytes = 32

    /// Returns the digest of bytes that are all there.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }
}
