#if Server
package import RouteDB

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The file with a service's tokens, beside the registry.
///
/// 1. Only its owner may read and write it (mode 0600); a file that others can read is refused.
/// 2. It is replaced as a whole, so that no reader sees half of it.
/// 3. Changes happen under a lock on the file. The lock counts only while the file is the one at the
///    path: who waited for a file that was replaced meanwhile starts again.
///
/// Paths are passed to the system as C strings that live as long as the call.
package struct TokenFile: Sendable {
    /// The path.
    package let path: String

    package init(path: String) { self.path = path }

    /// The path of the file beside a registry: `routes.tokens` for `routes.db`.
    package static func path(besideRegistry registry: String) -> String {
        let suffix = ".db"
        return (registry.hasSuffix(suffix) ? String(registry.dropLast(suffix.count)) : registry)
            + ".tokens"
    }

    /// The most bytes of a file that is read.
    private static let limit = 16 << 20

    /// Reads the tokens; a missing file has none.
    package func tokens() throws(RouteDBError) -> [ServerToken] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return [] }
            throw failure("cannot be opened", errno)
        }
        defer { close(descriptor) }
        try check(descriptor)
        return try tokens(in: try bytes(of: descriptor))
    }

    /// Changes the tokens.
    package func change<Result>(
        _ body: (inout [ServerToken]) throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        let descriptor = try lockedDescriptor()
        defer { close(descriptor) }
        try check(descriptor)
        var tokens = try tokens(in: try bytes(of: descriptor))
        let result = try body(&tokens)
        try write(tokens)
        return result
    }

    // MARK: The file

    private func lockedDescriptor() throws(RouteDBError) -> Int32 {
        while true {
            let descriptor = unsafe open(
                path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else { throw failure("cannot be opened", errno) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    let code = errno
                    close(descriptor)
                    throw failure("cannot be locked", code)
                }
            }
            let locked = FileIdentity(descriptor: descriptor)
            if locked != nil, locked == FileAccess(path: path).identity { return descriptor }
            close(descriptor)
        }
    }

    /// Refuses a file that is not a regular one, or that others can read.
    private func check(_ descriptor: Int32) throws(RouteDBError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw failure("cannot be read", errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RouteDBError(
                .permissionDenied, "The file of tokens '\(path)' is not a regular file.",
                hint: "Remove what is at that path.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw RouteDBError(
                .permissionDenied,
                "The file of tokens '\(path)' can be accessed by others than its owner.",
                hint: "Run: chmod 600 \(ShellQuoting.quoted(path))")
        }
    }

    private func bytes(of descriptor: Int32) throws(RouteDBError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let count = bytes.count
            bytes.append(contentsOf: [UInt8](repeating: 0, count: 65_536))
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, 65_536)
            }
            bytes.removeLast(65_536 - max(0, got))
            if got == 0 { return bytes }
            if got < 0, errno != EINTR { throw failure("cannot be read", errno) }
            guard bytes.count <= Self.limit else {
                throw RouteDBError(
                    .invalidValue,
                    "The file of tokens '\(path)' is larger than \(Self.limit) bytes.",
                    hint: "Remove tokens that are not used.")
            }
        }
    }

    private func write(_ tokens: [ServerToken]) throws(RouteDBError) {
        let object: JSONObject = [
            "schema": 1, "tokens": .array(tokens.map { .object($0.stored) }),
        ]
        var bytes: [UInt8] = []
        JSONWriter.append(object, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        let unfinished = "\(path).\(getpid()).tmp"
        _ = unsafe unlink(unfinished)
        let descriptor = unsafe open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be written", errno) }
        defer { close(descriptor) }
        do {
            try DescriptorBytes.write(bytes, to: descriptor)
        } catch {
            _ = unsafe unlink(unfinished)
            throw failure("cannot be written", error.number)
        }
        guard fsync(descriptor) == 0, unsafe rename(unfinished, path) == 0 else {
            let code = errno
            _ = unsafe unlink(unfinished)
            throw failure("cannot be written", code)
        }
    }

    private func tokens(in bytes: [UInt8]) throws(RouteDBError) -> [ServerToken] {
        guard !bytes.isEmpty else { return [] }
        do {
            guard case .object(let object) = try JSONValue(parsing: bytes) else {
                throw JSONMistake(at: [], "The file is not a JSON object.")
            }
            let reader = JSONReader(object)
            guard try reader.number("schema") == 1 else {
                throw reader.error("schema", "The file's 'schema' is not 1.")
            }
            return try (reader.readers("tokens") ?? []).map(ServerToken.init(stored:))
        } catch {
            throw RouteDBError(
                .invalidValue, "The file of tokens '\(path)' is damaged: \(error)",
                hint: "Remove it, and add the tokens again.")
        }
    }

    private func failure(_ what: String, _ number: Int32) -> RouteDBError {
        let code: RouteDBError.Code =
            switch number {
            case EACCES, EPERM, ELOOP: .permissionDenied
            case ENOSPC, EDQUOT: .full
            case EROFS: .readOnly
            default: .storageFailure
            }
        return RouteDBError(
            code, "The file of tokens '\(path)' \(what): \(SystemMessage.text(of: number)).",
            hint: "Give the path of a file of your own, in a directory that you may write to.")
    }
}
#endif
