#if Server
import RouteDBCZlib

extension QRCode {
    /// A file format of codes.
    package enum Format: String, CaseIterable, Sendable {
        case svg, png

        /// The media type.
        package var mediaType: String { self == .svg ? "image/svg+xml" : "image/png" }
    }

    /// The code as a file.
    package func file(_ format: Format) -> [UInt8] {
        switch format {
        case .svg: Array(svg.utf8)
        case .png: png
        }
    }

    /// The code as a drawing of any size.
    package var svg: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while isDark(column, row) { column += 1 }
                if column > start { path += "M\(start) \(row)h\(column - start)v1H\(start)z" }
                column += 1
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(width)" role="img" \
            aria-label="QR code" shape-rendering="crispEdges"><rect width="\(width)" height="\(width)" \
            fill="#fff"/><path d="\(path)" fill="#000"/></svg>
            """
    }

    /// The pixels of a module in ``png``.
    private static let scale = 10

    /// The code as a picture with a bit for each pixel, as specified in
    /// https://www.w3.org/TR/png-3/.
    package var png: [UInt8] {
        let side = width * Self.scale
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Width and height, a bit for a pixel, shades of grey, and the usual methods.
        Self.append("IHDR", Self.bytes(side) + Self.bytes(side) + [1, 0, 0, 0, 0], to: &file)
        var rows: [UInt8] = []
        for row in 0..<width {
            // No filter, and the pixels from the highest bit of each byte.
            var line = [UInt8](repeating: 0, count: 1 + (side + 7) / 8)
            for pixel in 0..<side where !isDark(pixel / Self.scale, row) {
                line[1 + pixel / 8] |= 0x80 >> (pixel % 8)
            }
            for _ in 0..<Self.scale { rows += line }
        }
        Self.append("IDAT", Self.compressed(rows), to: &file)
        Self.append("IEND", [], to: &file)
        return file
    }

    /// Appends a chunk: its length, name and data, and the checksum of both.
    private static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
        let content = Array(name.utf8) + data
        // zlib reads as many bytes as it is told.
        let sum = unsafe content.withUnsafeBufferPointer {
            unsafe crc32(0, $0.baseAddress, UInt32(content.count))
        }
        file += bytes(data.count) + content + bytes(Int(sum))
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Compresses bytes as zlib does.
    private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        // The room is what zlib says that it needs at most, and it tells how much it took.
        var count = compressBound(UInt(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        let status = unsafe result.withUnsafeMutableBufferPointer { room in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe compress2(room.baseAddress, &count, bytes.baseAddress, UInt(bytes.count), 9)
            }
        }
        precondition(status == Z_OK, "There was room enough.")
        return Array(result.prefix(Int(count)))
    }
}
#endif
