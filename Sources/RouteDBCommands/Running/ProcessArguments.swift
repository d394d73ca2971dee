/// The words of a command line, which the system passes as arbitrary bytes.
package struct ProcessArguments {
    /// The words as text, with U+FFFD in place of invalid UTF-8.
    package let texts: [String]
    /// The position, from 1, of the first word that is not UTF-8.
    package let unreadable: Int?

    /// Decodes words.
    package init(_ words: [[UInt8]]) {
        texts = words.map { String(decoding: $0, as: UTF8.self) }
        unreadable = words.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map {
            $0 + 1
        }
    }

    /// Returns the words of this process, without the tool's name.
    static func ofProcess() -> ProcessArguments {
        let words = unsafe UnsafeBufferPointer(
            start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return unsafe ProcessArguments(
            words.dropFirst().map { word in
                var bytes: [UInt8] = []
                guard var next = unsafe word else { return bytes }
                while unsafe next.pointee != 0 {
                    unsafe bytes.append(UInt8(bitPattern: next.pointee))
                    unsafe next += 1
                }
                return bytes
            })
    }
}
