#if Hub
import RouteDB

/// An owner's connection to a hub: made when it is first used, and again after a failure.
///
/// Like the connection, it is confined to one thread at a time.
final class HubLink {
    private let address: HubAddress
    private var connection: HubConnection?
    /// The number of connections so far.
    private(set) var number = 0

    init(_ address: HubAddress) { self.address = address }

    /// Ends the connection.
    func close() { connection = nil }

    /// Returns the connection, and makes it if there is none.
    func open() throws(RouteDBError) -> HubConnection {
        if let connection { return connection }
        let opened = try HubConnection(address)
        number += 1
        connection = opened
        return opened
    }

    /// Returns a connection whose hub supports this kind of use.
    ///
    /// One that has ended since it was last used, as when the server was restarted, is made again.
    private func open(for use: HubUse?) throws -> HubConnection {
        let isOld = connection != nil
        let opened = try open()
        guard let use else { return opened }
        do {
            try use.check(opened)
            return opened
        } catch {
            guard isOld, opened.isLost else { throw error }
            connection = nil
            return try open(for: use)
        }
    }

    /// Runs a closure with the connection to a hub that may be used so.
    func use<Result>(
        _ use: HubUse?, _ body: (HubConnection) throws -> Result
    ) throws(RouteDBError) -> Result {
        // What the messages call it, also if the connection ends.
        let name = try open().name
        do {
            return try body(try open(for: use))
        } catch let error as RouteDBError {
            throw error
        } catch let failure as HubFailure {
            // The next use finds out whether the hub is there.
            connection = nil
            throw RouteDBError(failure, hub: name)
        } catch {
            throw RouteDBError(error, path: name)
        }
    }
}

/// The use that a client wants to make of a hub.
enum HubUse {
    case reading, writing

    /// Checks that the hub has tables that this library may use so.
    func check(_ connection: HubConnection) throws {
        let row: [String?]?
        do {
            let least = self == .reading ? "min_reader" : "min_writer"
            row = try connection.run("SELECT version, \(least) FROM routedb.hub").first
        } catch {
            guard error.isMissingTable else { throw error }
            throw RouteDBError(
                .notARegistry, "The database '\(connection.name)' is not a hub.",
                hint: "Make it one with `routedb hub init`, or give the address of another.")
        }
        let numbers = row?.compactMap { $0.flatMap { Int($0) } } ?? []
        guard numbers.count == 2, numbers[0] >= 1 else {
            throw RouteDBError(
                .schemaMismatch, "The hub '\(connection.name)' does not say which version it has.",
                hint: "Restore the hub from a backup, or make another with `routedb hub init`.")
        }
        guard numbers[1] <= HubSchema.version else {
            throw RouteDBError(
                .schemaTooNew,
                "The hub '\(connection.name)' has version \(numbers[0]), which needs version"
                    + " \(numbers[1]) of a client, and this RouteDB has \(HubSchema.version).",
                hint: "Update RouteDB here.")
        }
    }
}

extension HubFailure {
    /// A table, schema, function or column that a statement names is not there.
    var isMissingTable: Bool { ["42P01", "3F000", "42883", "42703"].contains(code) }
}

extension RouteDBError {
    /// The error for a statement that the hub did not run.
    init(_ failure: HubFailure, hub: String) {
        switch failure.code {
        case _ where failure.isForbidden:
            self.init(
                .permissionDenied, "The hub '\(hub)' refuses: \(failure.message).",
                hint: "Give the user the rights it needs with `routedb hub grant`.")
        case "25006":
            self.init(
                .readOnly, "The hub '\(hub)' is a standby, or read-only.",
                hint: "Name all servers, with target_session_attrs=read-write.")
        case _ where failure.isLocked:
            self.init(
                .busy, "The hub '\(hub)' is used by somebody else, who did not end in time.",
                hint: "Try again; `routedb hub doctor` says who waits for whom.")
        // Another transaction, or a deadlock.
        case "40001", "40P01":
            self.init(
                .busy, "The hub '\(hub)' was changed by somebody else meanwhile.",
                hint: "Try again.")
        case "53100":
            self.init(
                .full, "The disk of the hub '\(hub)' is full.", hint: "Free some space there.")
        case _ where failure.isMissingTable:
            self.init(
                .schemaMismatch, "The hub '\(hub)' is not complete: \(failure.message).",
                hint: "Restore the hub from a backup, or make another with `routedb hub init`.")
        default:
            self.init(
                .sourceUnavailable, "The hub '\(hub)' failed: \(failure.message).",
                hint: "Try again; see the server's log if it goes on.")
        }
    }
}
#endif
