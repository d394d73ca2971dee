/// The BLOBs of a segment's texts.
struct EncodedTexts: Sendable {
    /// A BLOB, with its checksum.
    struct Blob {
        let bytes: [UInt8]
        let sum: UInt64
    }

    /// The BLOB that ``NamedTexts`` reads.
    let names: Blob
    /// The BLOBs that ``SharedTexts`` reads.
    let urls: Blob
    let parameters: Blob

    var size: Int { names.bytes.count + urls.bytes.count + parameters.bytes.count }
}

extension EncodedTexts.Blob {
    /// A BLOB that ``TextBlob`` reads.
    init(_ parts: [SegmentPart], _ sections: [[UInt8]]) {
        let start = sections.count * 4
        let size = sections.reduce(start + SegmentPart.size(parts)) { $0 + $1.count }
        // The parts and sections fill the memory, whose size is computed from them.
        bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
            let bytes = unsafe UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress, count: size)
            var end = unsafe SegmentPart.store(parts, in: bytes, at: start)
            for (index, section) in sections.enumerated() {
                unsafe SegmentPart.store(UInt32(section.count), bytes, index * 4)
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[end...])
                    .copyBytes(from: section)
                end += section.count
            }
            used = size
        }
        // The array lends its bytes for the closure.
        sum = unsafe bytes.withUnsafeBytes { unsafe SegmentChecksum.of($0) }
    }
}
