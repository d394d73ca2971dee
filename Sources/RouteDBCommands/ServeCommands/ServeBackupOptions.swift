import ArgumentParser
import RouteDB

#if Server
    import RouteDBServer
#endif

/// The options for backups that the service makes.
struct ServeBackupOptions: ParsableArguments {
    @Option(
        name: .customLong("backup"),
        help: ArgumentHelp(
            "A directory for dated backups of the registry, each of which is checked.",
            valueName: "directory"), completion: .directory)
    var directory: String?

    @Option(
        name: .customLong("backup-every"),
        help: ArgumentHelp(
            "The time from a backup to the next, such as '6h' (default: 1d).",
            valueName: "duration"))
    var interval: String?

    @Option(
        name: .customLong("backup-keep"),
        help: ArgumentHelp(
            "How many backups of the registry are kept (default: 7).", valueName: "number"))
    var keep: Int?

    func validate() throws {
        if directory == nil, interval != nil || keep != nil {
            throw ValidationError("'--backup-every' and '--backup-keep' need '--backup'.")
        }
        if let keep, keep < 1 { throw ValidationError("'--backup-keep' must be at least 1.") }
        if period < Self.shortest {
            throw ValidationError(
                "'--backup-every' must be a duration of at least 1m, such as '6h'.")
        }
    }

    /// The shortest time between two backups: a minute.
    private static let shortest: Duration = .seconds(60)
    private static let day: Duration = .seconds(86_400)

    /// The time between two backups; 0 if it is not a duration.
    private var period: Duration {
        interval.map { .microseconds(DurationText.microseconds($0) ?? 0) } ?? Self.day
    }

    /// Returns how long to wait for the first backup: a service that is started again does not make one at
    /// once.
    func wait(after newest: Timestamp?, at now: Timestamp) -> Duration {
        guard let newest else { return .zero }
        return min(period, max(.zero, period - (now - newest)))
    }

    #if Server
        /// Returns when the backups of a registry are made, and how; `nil` if none are.
        func schedule(
            of registry: String, clock: @escaping @Sendable () -> Timestamp
        ) throws -> BackupSchedule? {
            guard let directory else { return nil }
            let rotation = try BackupRotation(of: registry, in: directory)
            let (newest, count) = (rotation.newestTime, keep ?? 7)
            return BackupSchedule(
                newest: newest, first: wait(after: newest, at: clock()), every: period
            ) {
                try await rotation.backUp(fileAt: registry, at: clock(), keeping: count)
            }
        }
    #endif
}
