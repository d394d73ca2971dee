#if Server
package import NIOCore
import RouteDBCZlib

/// The codings in which a client takes the content of answers: the value of `Accept-Encoding` (RFC 9110,
/// section 12.5.3).
package struct AcceptedCodings: Sendable {
    /// The weights of the codings that are named, in thousandths.
    private var weights: [Substring: Int] = [:]

    /// Reads a value; what is not valid in it names nothing.
    ///
    ///     #( ( coding / "identity" / "*" ) [ OWS ";" OWS "q=" qvalue ] )
    package init(_ text: String) {
        for element in text.lowercased().split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false)
                .map { $0.trimming(" \t") }
            guard let name = parts.first, !name.isEmpty, parts.count <= 2,
                let weight = parts.count == 1 ? 1_000 : Self.weight(parts[1])
            else { continue }
            weights[name] = weight
        }
    }

    /// True if gzip is accepted, and not liked less than what is not compressed.
    package var prefersGzip: Bool {
        let gzip = weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0
        return gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// Reads `q=` and a number from 0 to 1 with up to three digits after the point.
    private static func weight(_ text: Substring) -> Int? {
        guard text.hasPrefix("q=") else { return nil }
        let parts = text.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0] == "0" || parts[0] == "1" else { return nil }
        let digits = parts.count == 2 ? parts[1] : ""
        guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        let thousandths = Int(digits + String(repeating: "0", count: 3 - digits.utf8.count)) ?? 0
        let weight = (parts[0] == "1" ? 1_000 : 0) + thousandths
        return weight <= 1_000 ? weight : nil
    }
}

extension Substring {
    fileprivate func trimming(_ characters: String) -> Substring {
        var text = drop { characters.contains($0) }
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}

/// Compresses content as gzip (RFC 1952), with zlib.
package enum Gzip {
    /// A gzip header and trailer instead of those of zlib, and the largest window.
    private static let windowBits: Int32 = 15 + 16
    /// The memory of zlib for its state, as it recommends.
    private static let memoryLevel: Int32 = 8

    /// Returns the compressed bytes of a buffer; `nil` if zlib fails.
    ///
    /// - Complexity: O(*n*) in the bytes, some 20 ns for each.
    package static func compressed(_ content: ByteBuffer) -> ByteBuffer? {
        // zlib keeps the address of the structure, so it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        defer { unsafe stream.deallocate() }
        let status = unsafe deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel,
            Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { _ = unsafe deflateEnd(stream) }
        let bound = unsafe Int(deflateBound(stream, uLong(content.readableBytes)))
        var isWhole = false
        // The pointers are valid during the call, which reads and writes within their counts.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            unsafe content.withUnsafeReadableBytes { input in
                unsafe stream.pointee.next_in = input.baseAddress?
                    .assumingMemoryBound(to: UInt8.self)
                unsafe stream.pointee.avail_in = uInt(input.count)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = uInt(bound)
                isWhole = unsafe deflate(stream, Z_FINISH) == Z_STREAM_END
                unsafe count = bound - Int(stream.pointee.avail_out)
            }
        }
        return isWhole ? ByteBuffer(bytes: bytes) : nil
    }
}
#endif
