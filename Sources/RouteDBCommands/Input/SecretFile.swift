#if Server
    import RouteDB

    /// A file that holds one secret, such as a token.
    enum SecretFile {
        private static let longest = 4_096

        /// Reads the first word of a file, which is the secret.
        static func text(
            in path: String, called noun: String, hint: String
        ) throws(RouteDBError) -> String {
            let bytes = try ReadableFile(path: path).read(at: 0, count: longest + 1)
            let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            let secret = words.first.map(String.init) ?? ""
            guard !secret.isEmpty, secret.utf8.count <= longest,
                secret.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
            else {
                throw RouteDBError(
                    .invalidValue, "The file '\(path)' does not have a \(noun).", hint: hint)
            }
            return secret
        }
    }
#endif
