// Clients need one import only, even with MemberImportVisibility enabled.
@_exported public import RouteDBDatabase
@_exported public import RouteDBHistory
@_exported public import RouteDBRouting
@_exported public import RouteDBStorage

/// A registry of routes, stored in a SQLite file.
///
/// Open a registry once, resolve URLs against it from any thread, and edit it in transactions, each
/// of which makes one revision.
///
/// Resolving is synchronous. It never touches the file and never waits for an edit, because it
/// reads an immutable ``RoutingTable`` that is rebuilt in the background whenever the registry
/// changes. An edit made through this registry is visible when
/// ``edit(_:author:source:expecting:dryRun:_:)`` returns; one made by another process is visible
/// some milliseconds later, see ``RegistryOptions/refreshInterval``.
///
/// ```swift
/// let registry = try await RouteRegistry.open("routes.db", options: .init(access: .creating))
/// try await registry.edit("Add the user's page") { editor in
///     try editor.add(RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile"))
/// }
/// let resolution = registry.resolve("myapp://user/42")
/// print(resolution["id"] ?? "")  // 42
/// await registry.close()
/// ```
public final class RouteRegistry: Sendable {
    package let core: RegistryCore
    package let options: RegistryOptions
    private let published: PublishedTable

    /// The path of the registry's file; `:memory:` for a registry in memory.
    public let path: String

    /// The recorder of this registry's resolutions, or `nil` if its options have no recording, or the
    /// registry is in memory and they do not say where the history is.
    ///
    /// It records the first resolution of each URL by ``resolve(_:)-(ResolutionRequest)``, a
    /// ``RouteReader`` or a ``Dispatcher``, but not the further matches that are tried afterwards.
    /// ``close()`` shuts it down. If the history cannot be written, the registry still opens and
    /// resolves; check ``HitRecorder/health``.
    public let recorder: HitRecorder?

    /// Opens a registry and compiles its routing table.
    ///
    /// While it waits for the disk, no thread of the caller is blocked. Where nothing can be awaited,
    /// use ``init(path:options:)``.
    ///
    /// - Parameters:
    ///   - path: The path of the registry's file.
    ///   - options: What the registry is opened for, and how it follows changes and records.
    /// - Returns: The registry, ready to resolve.
    /// - Throws: ``RouteDBError`` with a code: `databaseMissing`, `notARegistry`,
    ///   `schemaTooNew`, `schemaMismatch`, `permissionDenied`, `readOnly`, `busy`, `full`,
    ///   `corrupt`, `storageFailure`.
    public static func open(
        _ path: String, options: RegistryOptions = RegistryOptions()
    ) async throws(RouteDBError) -> RouteRegistry {
        let core = RegistryCore(path: path, options: options)
        try await core.open()
        return RouteRegistry(core, path: path, options: options)
    }

    /// Opens a registry and compiles its routing table, while the calling thread waits.
    ///
    /// For the start of an app that needs its routes before anything is shown, and for scripts:
    ///
    /// ```swift
    /// let options = RegistryOptions(access: .copying)
    /// let registry = try RouteRegistry(path: bundledFile, options: options)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the registry's file.
    ///   - options: What the registry is opened for, and how it follows changes and records.
    /// - Throws: ``RouteDBError``, as ``open(_:options:)`` does.
    /// - Complexity: O(*n*) in the number of routes; 100,000 take about half a second.
    public convenience init(
        path: String, options: RegistryOptions = RegistryOptions()
    ) throws(RouteDBError) {
        let core = RegistryCore(path: path, options: options)
        try core.openWaiting()
        self.init(core, path: path, options: options)
    }

    init(_ core: RegistryCore, path: String, options: RegistryOptions) {
        self.path = path
        self.core = core
        self.options = options
        published = core.published
        recorder = options.recording.flatMap { recording in
            let history = recording.history ?? core.file.map(HitHistory.path(besideRegistry:))
            var recording = recording
            recording.observers.add(options.observers)
            return history.map {
                HitRecorder(history: $0, registry: core.file, options: recording)
            }
        }
    }

    /// Closes the file and shuts down the recorder.
    ///
    /// Afterwards, resolving still works, against the last table, but nothing is recorded.
    /// Everything that needs the file throws `closed`.
    public func close() async {
        await core.close()
        await recorder?.shutdown()
    }

    /// Waits until the task is cancelled, then closes the registry.
    ///
    /// With the package's trait `ServiceLifecycle`, a registry is a service of
    /// swift-service-lifecycle, and the method also ends when a graceful shutdown begins. List it
    /// before the services that use it: a service group stops services in the reverse of their order.
    public func run() async throws {
        await ServiceEnd.wait()
        await close()
    }

    // MARK: Resolving

    /// Resolves a URL for an anonymous caller.
    ///
    /// Call it from any thread; it never waits for the file or for an edit.
    ///
    /// - Parameter url: The URL as written.
    /// - Returns: The resolution. "No match" and "not a URL" are outcomes of a resolution, not
    ///   errors.
    /// - Complexity: See ``RoutingTable/match(_:in:into:)``.
    public func resolve(_ url: String) -> Resolution { resolve(ResolutionRequest(plain: url)) }

    /// Resolves a request.
    ///
    /// If access rules need the time and the request has none, it is read from
    /// ``RegistryOptions/now``.
    ///
    /// - Parameter request: The request.
    /// - Returns: The resolution.
    public func resolve(_ request: consuming ResolutionRequest) -> Resolution {
        table.resolve(request, clock: options.now, options.observers, recorder)
    }

    /// Finds the next match of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: An earlier resolution of the same request that matched, to find the match
    ///     after it, in the same table; `nil` to find the first match.
    /// - Returns: The resolution.
    public func resolve(
        _ request: ResolutionRequest, after previous: Resolution?
    ) -> Resolution {
        guard let previous else { return resolve(request) }
        return previous.next(request.at(previous.request.time))
    }

    /// Finds the next match after one that a handler declined.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - previous: The resolution whose match was declined. The same table is searched.
    /// - Returns: The next match if the namespace of the declined one has the policy `refusal` set
    ///   to `next`; otherwise, or if there is no further match, an unmatched resolution.
    public func resolve(
        _ request: ResolutionRequest, declining previous: Resolution
    ) -> Resolution {
        previous.declined(request.at(previous.request.time))
    }

    /// The current routing table.
    ///
    /// Keep it to resolve several URLs against the same revision.
    public var table: RoutingTable { published.table }

    /// Makes a reader, for resolving many URLs in a loop on one thread.
    ///
    /// - Returns: The reader. It belongs to one thread or task.
    public func makeReader() -> RouteReader {
        RouteReader(published, clock: options.now, recorder: recorder, observers: options.observers)
    }

    // MARK: Following changes

    /// Checks for commits by other processes now, without waiting for the refresh interval.
    ///
    /// - Throws: ``RouteDBError`` if the file cannot be read; URLs are then still resolved against
    ///   the last table.
    public func refresh() async throws(RouteDBError) { try await core.refresh() }

    /// The health of the registry: whether it is up to date with its file.
    public var health: RouteRegistry.Health {
        let table = table
        return RouteRegistry.Health(
            revision: table.revision, refreshError: core.healthError,
            missingZones: table.missingZones)
    }
}

extension RouteRegistry {
    /// The health of an open registry: whether it is up to date with its file.
    public struct Health: Sendable {
        /// The revision that URLs are resolved against.
        public let revision: Int64

        /// Why the last refresh failed, or `nil` if it succeeded.
        ///
        /// Until a refresh succeeds, URLs are resolved against the last good table.
        ///
        /// The code is `readOnly` if another process was interrupted in the middle of a write and this
        /// process may not write the file to roll that write back. The registry then reads a copy of
        /// the file without the unfinished write.
        public let refreshError: RouteDBError?

        /// The names of time zones that access rules use and that the system does not have.
        ///
        /// The time conditions of such a rule cannot be evaluated, so it fails closed: a rule that
        /// allows does not apply, and one that denies or challenges does.
        public let missingZones: [String]
    }
}
