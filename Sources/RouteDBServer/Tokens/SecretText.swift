#if Server
import RouteDB

/// A random secret, and how it is kept: only its digest is stored, in memory or in a file.
///
/// A secret has 256 random bits, so a plain digest needs no salt: nobody can guess what it is of.
package struct SecretText: Sendable {
    /// The secret, as URL-safe text.
    package let text: String

    package init(
        from generator: inout some RandomNumberGenerator
    ) {
        let bytes = (0..<4).flatMap { _ in
            // The bytes are copied before the number is gone.
            unsafe withUnsafeBytes(of: generator.next() as UInt64) { unsafe Array($0) }
        }
        text = bytes.hexadecimal
    }

    /// Makes a secret of the system's own random bytes, which nobody can predict: those of
    /// `getrandom` on Linux, and of `arc4random_buf` on Apple's systems.
    package init() {
        var generator = SystemRandomNumberGenerator()
        self.init(from: &generator)
    }

    /// The digest of a text that may be a secret, as hexadecimal digits.
    package static func digest(_ text: some StringProtocol) -> String {
        SHA256.digest(of: Array(text.utf8)).hexadecimal
    }

    /// The bytes of a digest that is written as hexadecimal digits.
    package static func bytes(ofDigest digits: String) -> [UInt8] {
        let values = digits.utf8.map { $0.hexadecimalValue ?? 0 }
        return stride(from: 1, to: values.count, by: 2).map { values[$0 - 1] << 4 | values[$0] }
    }

    /// Returns whether a text is the secret with a digest.
    ///
    /// The time that it takes does not depend on where they differ.
    package static func isSecret(_ text: some StringProtocol, digest: [UInt8]) -> Bool {
        SHA256.digest(of: Array(text.utf8)).isEqual(inConstantTime: digest)
    }
}
#endif
