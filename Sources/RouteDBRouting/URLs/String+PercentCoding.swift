extension String {
    /// The percent-decoded text; `nil` if the result is not valid UTF-8 or contains control characters.
    package var percentDecoded: String? {
        let decoding = TextDecoding()
        var bytes: [UInt8] = []
        withBytes { decoding.decode(0..<$0.byteCount, of: $0, into: &bytes) }
        return bytes.contains(where: \.isControl) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The text as a segment, or as a key or value of a query: all characters except unreserved ones are
    /// percent-encoded.
    package var percentEncoded: String {
        var bytes: [UInt8] = []
        PercentCoding.encode(utf8, keeping: "", into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
