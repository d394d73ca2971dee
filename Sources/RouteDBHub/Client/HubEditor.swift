#if Hub
package import RouteDB
import RouteDBFollower

/// Edits the registry of a hub for a program that goes on, such as a service.
///
/// An edit is made in a working copy of the hub's newest revision, while other editors are kept out, and
/// published as one transaction. So expected revisions, authors and digests are those of an edit of a
/// file. Edits are made one after the other. What waits for the hub does so on a queue of its own.
package actor HubEditor {
    /// Where a hub's registry is edited, and how.
    package struct Options: Sendable {
        /// Where the hub is.
        package var address: HubAddress
        /// The hub as messages name it.
        package var name: String
        /// The path of the working copy, which is made when it is needed.
        package var path: String
        /// How long another editor is waited for.
        package var busyTimeout: Duration = .seconds(5)
        /// The clock of the revisions.
        package var now: @Sendable () -> Timestamp = SystemClock.now

        package init(_ address: HubAddress, name: String, workingCopy path: String) {
            (self.address, self.name, self.path) = (address, name, path)
        }
    }

    private let options: Options
    private let client: HubClient
    private let mutex = AsyncMutex()
    /// The follower that keeps the working copy equal to the hub's registry, and that copy.
    private var follower: RegistryFollower?
    private var registry: RouteRegistry?
    /// How many edits could not be made because the hub was away, and why the last one.
    private var outages = 0
    private var outage: RouteDBError?

    package init(_ options: Options) {
        self.options = options
        client = HubClient(options.address)
    }

    /// Ends the connections, and removes the working copy.
    package func close() async {
        await discard()
        await client.close()
    }

    /// Edits the registry.
    package func edit<Value: Sendable>(
        _ body: @Sendable (RouteRegistry) async throws -> Value
    ) async throws -> Value {
        let seen = outages
        await mutex.begin()
        defer { mutex.end() }
        // Who has waited while the hub was away need not find that out once more.
        if outages != seen, let outage { throw outage }
        do {
            try await client.beginEditing(waiting: options.busyTimeout)
            return try await change(try await newestCopy(), body)
        } catch {
            await client.endEditing()
            throw noted(error)
        }
    }

    private func change<Value: Sendable>(
        _ copy: RouteRegistry, _ body: @Sendable (RouteRegistry) async throws -> Value
    ) async throws -> Value {
        let old = try await copy.position
        _ = try await copy.stopFollowing()
        let value: Value
        do {
            value = try await body(copy)
        } catch {
            await follow(again: copy)
            throw error
        }
        do {
            try await publish(from: old, to: try await copy.position)
        } catch {
            // It has a revision that the hub may not have.
            await discard()
            throw error
        }
        await follow(again: copy)
        return value
    }

    /// Publishes an edit, also if the connection is lost meanwhile and the hub is there again.
    private func publish(
        from old: FeedPosition, to new: FeedPosition
    ) async throws(RouteDBError) {
        let lost: RouteDBError
        do throws(RouteDBError) {
            _ = try await client.publish(options.path, isReplacing: false)
            return
        } catch {
            guard error.code == .sourceUnavailable else { throw error }
            lost = error
        }
        // Either the hub has taken it or not. Publishing the same again is right in both cases, unless
        // somebody else has edited since.
        do throws(RouteDBError) {
            try await client.beginEditing(waiting: options.busyTimeout)
            if new != old, try await client.has(new) { return await client.endEditing() }
            _ = try await client.publish(options.path, isReplacing: false)
        } catch {
            if error.code == .revisionConflict {
                throw RouteDBError(
                    .busy, "The hub '\(options.name)' was changed by somebody else meanwhile.",
                    hint: "Try again.")
            }
            throw RouteDBError(
                .interrupted,
                "The hub '\(options.name)' was lost while it saved the edit, and it is not known"
                    + " whether it has.",
                hint: "Look at the newest revisions when it is back, before you try again.",
                underlying: lost)
        }
    }

    // MARK: The working copy

    /// The working copy, equal to the hub's registry.
    private func newestCopy() async throws -> RouteRegistry {
        do {
            let follower =
                follower
                ?? RegistryFollower(
                    HubSource(options.address, node: nil), FollowOptions(path: options.path))
            self.follower = follower
            if let error = try await follower.step().error { throw error }
            if let registry {
                try await registry.refresh()
                return registry
            }
            let opened = try await RouteRegistry.open(
                options.path,
                options: RegistryOptions(
                    access: .writing, refreshInterval: nil, busyTimeout: options.busyTimeout,
                    now: options.now))
            registry = opened
            return opened
        } catch {
            await discard()
            throw error
        }
    }

    /// Makes the working copy one that follows the hub again.
    private func follow(again copy: RouteRegistry) async {
        let origin = RegistryOrigin(address: options.address.text, since: options.now())
        do {
            try await copy.resumeFollowing(origin)
        } catch {
            await discard()
        }
    }

    /// Removes the working copy; the next edit fetches it anew.
    private func discard() async {
        await registry?.close()
        await follower?.shutDown()
        (registry, follower) = (nil, nil)
        for suffix in ["", "-journal", "-follow"] {
            FileAccess(path: options.path + suffix).remove()
        }
    }

    // MARK: Errors

    /// The error as callers are told it: of the hub, and not of the working copy.
    private func noted(_ error: any Error) -> any Error {
        guard let error = error as? RouteDBError else { return error }
        func named(_ text: String) -> String { text.replacing(options.path, with: options.name) }
        var hint = error.hint.map(named)
        if error.code == .sourceUnavailable {
            hint = "Nothing was changed. Try again when the hub can be reached."
        }
        let noted = RouteDBError(
            error.code, named(error.message), hint: hint, underlying: error.underlying)
        if error.code == .sourceUnavailable {
            outages += 1
            outage = noted
        }
        return noted
    }
}
#endif
