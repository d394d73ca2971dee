import ArgumentParser
import RouteDB
import RouteDBTraffic

/// An argument that is one of several words.
enum EnumArgument {
    /// Parses the value of an option.
    static func read<Word: CaseIterable & RawRepresentable>(_ text: String) throws -> Word
    where Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        let hint = NameSuggestion.hint(for: text, among: Word.allCases.map(\.rawValue))
        throw ValidationError(hint)
    }
}

/// A value of an option that the library checks.
enum CheckedArgument {
    /// Returns a reader of the option, whose errors are mistakes in the command line.
    static func reading<Value>(
        _ read: @escaping @Sendable (String) throws(RouteDBError) -> Value
    ) -> @Sendable (String) throws -> Value {
        { text in
            do {
                return try read(text)
            } catch {
                throw ValidationError("\(error)")
            }
        }
    }
}

/// The number of a thing that is known by it, such as a rule or an import: `3`, or `#3` as it is
/// shown.
enum NumberArgument {
    /// Reads the number.
    static func read(_ text: String) throws -> Int64 {
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
        // Without a sign: `#-3` is a mistake.
        if digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-"),
            let number = Int64(digits)
        {
            return number
        }
        throw ValidationError("'\(text)' is not a number, such as '3' or '#3'.")
    }
}

/// Several texts in one argument.
enum CommaList {
    /// Returns the texts of a comma-separated list; a backslash escapes the next character.
    static func texts(_ list: String) -> [String] {
        var texts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in list.utf8 {
            if !isEscaped && byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            }
            if !isEscaped && byte == UInt8(ascii: ",") {
                texts.append([])
            } else {
                texts[texts.count - 1].append(byte)
            }
            isEscaped = false
        }
        return texts.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A number of bytes in an argument, such as `500M`.
struct ByteSize {
    let bytes: Int64

    /// Parses a non-negative number with an optional unit: `M`, `MB` and `MiB` are the same.
    init(_ text: String) throws {
        let units: [String: Int64] = [
            "": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40,
        ]
        let digits = text.prefix { ("0"..."9").contains($0) }
        var name = text.dropFirst(digits.count).uppercased()
        for suffix in ["IB", "B"] where name.count > 1 && name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
        }
        let unit = units[name]
        guard let unit, let number = Int64(digits),
            case let (bytes, overflow) = number.multipliedReportingOverflow(by: unit),
            !overflow
        else { throw ValidationError("'\(text)' is not a valid size; an example is '500M'.") }
        self.bytes = bytes
    }
}

/// A share or a count in an argument, such as `0.1%` or `20`.
enum ShareArgument {
    /// Parses a share with a percent sign, or a count.
    static func limit(_ text: String) throws -> ReplayGate.Limit {
        if let limit = ReplayGate.Limit(text) { return limit }
        throw ValidationError(
            "'\(text)' is neither a share, such as '0.1%', nor a number, such as '100'.")
    }

    /// Parses a share above 0, such as `0.1` or `10%`.
    static func part(_ text: String) throws -> Double {
        var part = Double(text)
        if case .share(let share)? = ReplayGate.Limit(text) { part = share }
        if let part, part > 0, part <= 1 { return part }
        throw ValidationError("'\(text)' is not a valid share; examples are '10%' and '0.1'.")
    }
}
