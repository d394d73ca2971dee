/// Writes compact JSON (RFC 8259) as UTF-8 bytes.
///
/// The output is valid JSON and parses back to the same value: a double is written as the shortest
/// text that reads as the same double, always with a fraction or an exponent, so that it does not
/// come back as an integer. A double that is not finite cannot come from JSON; if code makes one, it
/// is written as `null`.
package enum JSONWriter {
    /// Appends a value.
    package static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let isTrue): bytes.append(contentsOf: (isTrue ? "true" : "false").utf8)
        case .int(let int): bytes.append(contentsOf: int.description.utf8)
        case .double(let double): append(double, to: &bytes)
        case .string(let text): append(text, to: &bytes)
        case .array(let elements): append(elements, to: &bytes)
        case .object(let object): append(object, to: &bytes)
        }
    }

    /// Appends an array.
    package static func append(_ elements: [JSONValue], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends an object, its members in their order.
    package static func append(_ object: JSONObject, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(member.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(member.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a number; `null` if it is not finite.
    package static func append(_ double: Double, to bytes: inout [UInt8]) {
        // The standard library's text of a finite double is a JSON number with `.` or `e`.
        bytes.append(contentsOf: (double.isFinite ? double.description : "null").utf8)
    }

    /// Appends a string in quotation marks, escaping only what must be escaped.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        // The buffer is read inside the closure only.
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0), to: &bytes) }
    }

    /// Appends a string, given as UTF-8 bytes, in quotation marks.
    ///
    /// It reads at the buffer's own indices, before it returns.
    static func append(_ units: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in units.indices where unsafe mustEscape(units[index]) {
            unsafe bytes.append(contentsOf: units[start..<index])
            unsafe appendEscape(of: units[index], to: &bytes)
            start = index + 1
        }
        unsafe bytes.append(contentsOf: units[start...])
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mustEscape(_ unit: UInt8) -> Bool {
        unit < 0x20 || unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "\\")
    }

    private static func appendEscape(of unit: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch unit {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            bytes.append(contentsOf: (unit < 0x10 ? "u000" : "u00").utf8)
            bytes.append(contentsOf: String(unit, radix: 16).utf8)
        default: bytes.append(unit)
        }
    }
}
