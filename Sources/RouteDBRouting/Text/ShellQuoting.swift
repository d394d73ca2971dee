/// Quotes words in commands that users copy to a shell.
package enum ShellQuoting {
    /// Returns a text as one word of a command line, in single quotes if a shell would interpret
    /// it.
    package static func quoted(_ text: String, always: Bool = false) -> String {
        // At the start of a word, `=` has a meaning in zsh, and `~` in every shell.
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
