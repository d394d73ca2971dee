import RouteDBDatabase
package import RouteDBRouting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// When a registry that follows another one last heard of it, and what is wrong since.
///
/// Whoever follows writes it into a small file beside the registry, so that those who use the registry
/// know how old it may be. The registry itself changes only with its source.
package struct ReplicaStatus: Hashable, Sendable {
    /// When the source last answered, ``Timestamp/epoch`` if it never did.
    package var time: Timestamp
    /// The code of what was wrong when the source was asked last, or of what it sent; `nil` if nothing.
    package var error: String?

    package init(time: Timestamp = .epoch, error: String? = nil) {
        self.time = time
        self.error = error
    }

    /// The longest content of the file: a number and a code.
    private static let mostBytes = 100

    private static func path(besideRegistry path: String) -> String { path + "-follow" }

    /// Reads what was written beside a registry; `nil` if there is nothing, or nothing of ours.
    package init?(besideRegistry path: String) {
        guard let file = try? ReadableFile(path: Self.path(besideRegistry: path)), file.isRegular,
            let bytes = try? file.read(at: 0, count: Self.mostBytes)
        else { return nil }
        let words = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            .split(separator: " ")
        guard let first = words.first, let time = Int64(first), time >= 0 else { return nil }
        let isCode = words.count == 2 && words[1].utf8.allSatisfy(\.isASCIILetter)
        self.init(time: Timestamp(microseconds: time), error: isCode ? String(words[1]) : nil)
    }

    /// Writes it beside a registry, as far as that can be done.
    ///
    /// The file is written in place, in one piece of always the same length, which wakes nobody who
    /// watches the folder.
    package func write(besideRegistry path: String) {
        let words = "\(time.microseconds)" + (error.map { " \($0)" } ?? "")
        let end = [UInt8](repeating: UInt8(ascii: " "), count: Self.mostBytes)
        let line = (Array(words.utf8) + end).prefix(Self.mostBytes - 1)
        let bytes = line + [UInt8(ascii: "\n")]
        let name = Self.path(besideRegistry: path)
        // The call reads the path only until it returns.
        var descriptor = unsafe open(name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT, let limit = FileLimit(of: path) {
            descriptor = limit.makeFile(at: name, for: O_WRONLY, isCompanion: true)
        }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        try? DescriptorBytes.write(Array(bytes), to: descriptor)
    }

    /// Removes what was written beside a registry that follows no longer.
    package static func remove(besideRegistry path: String) {
        FileAccess(path: Self.path(besideRegistry: path)).remove()
    }
}
