/// Words of commands that people copy to a shell.
package enum ShellWord {
    /// A text as one word of a command line, in single quotes if a shell would take it for anything
    /// else.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - always: Whether it is put in quotes anyway, as patterns are, which look alike then.
    /// - Returns: The word.
    package static func quoted(_ text: String, always: Bool = false) -> String {
        // `=` may begin a word of zsh, and `~` one of any shell, with a meaning of its own.
        let isPlain = text.utf8.allSatisfy { byte in
            byte.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || "-_./:=,@".utf8.contains(byte)
        }
        let begins = text.utf8.first.map { $0 != UInt8(ascii: "=") } ?? false
        if isPlain, begins, !always { return text }
        // By bytes: a quote followed by an accent is one Character.
        var bytes = [UInt8(ascii: "'")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") {
                bytes += Array("'\\''".utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes + [UInt8(ascii: "'")], as: UTF8.self)
    }
}
