import RouteDB
import RouteDBTerminal

/// The dated backups of a registry in a directory, of which the newest are kept.
///
/// Only files that the rotation has named are looked at, and of these only backups of the same registry:
/// those whose newest revision is one of the registry's, by its digest. So the backups of another
/// registry with the same name stay, and so do damaged ones.
struct BackupRotation {
    private static let suffix = "Z.db"

    let directory: String
    /// The beginning of the names: the name of the registry without its extension, and a hyphen.
    private let prefix: String

    init(of registry: String, in directory: String) throws {
        guard FileAccess(path: directory).irregularity == "a directory" else {
            throw CommandFailure(
                "invalidValue", "'\(directory)' is not a directory.",
                hint: "Give a directory, which gets a file for each backup.")
        }
        self.directory = directory
        let name = registry.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" }
        let stem = name ?? ""
        prefix = (stem.hasSuffix(".db") ? String(stem.dropLast(3)) : stem) + "-"
    }

    /// Returns the path of a backup that is made at a time.
    func path(at time: Timestamp) -> String {
        let digits = time.inSeconds.filter { $0.isNumber || $0 == "T" }
        return "\(directory)/\(prefix)\(digits)\(Self.suffix)"
    }

    /// The time in the name of the newest file; `nil` if there is none.
    var newestTime: Timestamp? {
        guard let newest = names.max() else { return nil }
        var text = Array(newest.utf8.dropFirst(prefix.utf8.count).prefix(15))
        for (index, mark) in [(13, ":"), (11, ":"), (6, "-"), (4, "-")] {
            text.insert(contentsOf: mark.utf8, at: index)
        }
        return Timestamp(String(decoding: text, as: UTF8.self) + "Z")
    }

    /// Makes a backup of a registry at a time, checks it, and removes the oldest ones beyond a number.
    ///
    /// A copy that does not pass the check is removed: it would be taken for a backup.
    func backUp(
        _ registry: RouteRegistry, at time: Timestamp, keeping count: Int
    ) async throws -> (path: String, removed: [String]) {
        let path = path(at: time)
        try await registry.backUp(to: path)
        do {
            try await verify(path)
        } catch {
            FileAccess(path: path).remove()
            throw error
        }
        return (path, try await removeOld(keeping: count, of: registry))
    }

    /// Makes a backup of the registry at a path as ``backUp(_:at:keeping:)`` does, with a connection of
    /// its own, so that other users of the registry do not wait for the copy or its check.
    func backUp(fileAt path: String, at time: Timestamp, keeping count: Int) async throws {
        let registry = try await Self.open(path)
        do {
            _ = try await backUp(registry, at: time, keeping: count)
        } catch {
            await registry.close()
            throw error
        }
        await registry.close()
    }

    /// Checks a new backup as `routedb check` does, and throws if it finds damage.
    private func verify(_ path: String) async throws {
        let backup = try await Self.open(path)
        let findings = try await backup.check()
        await backup.close()
        guard let first = findings.first else { return }
        throw CommandFailure(
            "corrupt", "The backup '\(path)' has damage: \(first).",
            hint: "It was removed, and no older one was. Check the registry with `routedb check`.")
    }

    /// Removes the oldest backups of a registry until a number of them is left; returns their paths.
    private func removeOld(keeping count: Int, of registry: RouteRegistry) async throws -> [String]
    {
        let files = names.sorted(by: >).map { "\(directory)/\($0)" }
        var found = 0
        var removed: [String] = []
        for file in files where await Self.isBackup(file, of: registry) {
            found += 1
            guard found > count else { continue }
            FileAccess(path: file).remove()
            removed.append(file)
        }
        return removed
    }

    /// The names of the files that have the form of its own.
    private var names: [String] { (FileAccess(path: directory).names ?? []).filter(isDated) }

    private func isDated(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { return false }
        let time = Array(name.dropFirst(prefix.count).dropLast(Self.suffix.count).utf8)
        return time.count == 15 && time[8] == UInt8(ascii: "T")
            && time.indices.allSatisfy {
                $0 == 8 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= time[$0]
            }
    }

    private static func isBackup(_ path: String, of registry: RouteRegistry) async -> Bool {
        guard let backup = try? await open(path) else { return false }
        let newest = try? await backup.revisions(limit: 1).first
        await backup.close()
        guard let newest else { return false }
        let own = try? await registry.revisions(below: newest.number + 1, limit: 1).first
        return own?.digest == newest.digest
    }

    private static func open(_ path: String) async throws -> RouteRegistry {
        var options = RegistryOptions(access: .reading, refreshInterval: nil)
        options.hasTable = false
        return try await RouteRegistry.open(path, options: options)
    }
}
