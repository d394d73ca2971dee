#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The environment of the process.
package enum ProcessEnvironment {
    /// Returns those of the named variables that are set.
    package static func variables(named names: [String]) -> [String: String] {
        var variables: [String: String] = [:]
        for name in names {
            // The text is copied at once; nothing here changes the environment.
            guard let text = unsafe getenv(name) else { continue }
            variables[name] = unsafe String(cString: text)
        }
        return variables
    }
}

/// The account that runs the process.
package enum ProcessAccount {
    /// Returns the account's name according to the system, if it knows one.
    @Sendable
    package static func name() -> String? {
        var record = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var texts = [CChar](repeating: 0, count: 16_384)
        // The call fills the record, whose texts lie in the array, and both live until the name is copied.
        return unsafe texts.withUnsafeMutableBufferPointer { texts -> String? in
            guard let base = texts.baseAddress,
                unsafe getpwuid_r(geteuid(), &record, base, texts.count, &found) == 0,
                unsafe found != nil, let name = unsafe record.pw_name
            else { return nil }
            let text = unsafe String(cString: name)
            return text.isEmpty ? nil : text
        }
    }
}

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
    package static func ofProcess() -> ProcessArguments {
        // The runtime keeps `argc` words, each ended by a NUL, until the process ends.
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

/// The processors of the machine.
package enum Processors {
    /// The number of available processors according to the system, at most 64.
    package static var count: Int { min(64, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }
}
