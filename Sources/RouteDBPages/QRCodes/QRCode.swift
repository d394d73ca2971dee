#if Server
package import RouteDB
import RouteDBCQRCode

/// The QR code of a URL: a square of dark and light modules, made by libqrencode.
package struct QRCode: Hashable, Sendable {
    /// The light modules around the code, without which it cannot be read (ISO/IEC 18004, 9.1).
    private static let border = 4

    /// The modules of a side, with the border.
    package let width: Int
    /// The dark modules, row by row, without the border.
    private let isDark: [Bool]

    /// Encodes a URL so that it can be read with a seventh of the code hidden or dirty (level M).
    package init(of url: String) throws(RouteDBError) {
        let bytes = Array(url.utf8)
        // The library allocates the code, and its modules are as many as the square of its width. The lowest
        // bit of each tells whether it is dark.
        let made = unsafe bytes.withUnsafeBufferPointer { bytes -> (Int, [Bool])? in
            guard
                let code = unsafe QRcode_encodeData(
                    Int32(clamping: bytes.count), bytes.baseAddress, 0, QR_ECLEVEL_M)
            else { return nil }
            defer { unsafe QRcode_free(code) }
            let width = Int(unsafe code.pointee.width)
            guard let modules = unsafe code.pointee.data else { return nil }
            return (width, (0..<width * width).map { unsafe modules[$0] & 1 == 1 })
        }
        guard let made else {
            throw RouteDBError(
                .invalidValue, "A URL of \(bytes.count) bytes has no QR code.",
                hint: "A code of this kind holds 1 to 2331 bytes: make a link with a shorter URL.")
        }
        (width, isDark) = (made.0 + 2 * Self.border, made.1)
    }

    /// Returns whether the module in a column and a row is dark, counted from the corner of the border.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        let inner = width - 2 * Self.border
        let (x, y) = (column - Self.border, row - Self.border)
        guard 0..<inner ~= x, 0..<inner ~= y else { return false }
        return isDark[y * inner + x]
    }

    /// The code as lines of text, two rows of modules a line, for a terminal with light text on dark.
    package var lines: [String] {
        stride(from: 0, to: width, by: 2).map { row in
            (0..<width).map { column in
                // What is lit shows the light modules, as a reader needs them.
                switch (isDark(column, row), row + 1 < width && isDark(column, row + 1)) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined()
        }
    }
}
#endif
