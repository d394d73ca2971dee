#if Hub
package import RouteDB
import RouteDBCPostgres

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection to a hub, by libpq.
///
/// It blocks, so its owner uses it on a queue of its own, from one thread at a time. The handle is
/// valid until `deinit`, and libpq copies texts before its calls return: that makes the calls safe.
@safe
package final class HubConnection {
    /// The settings of every connection; the address may say otherwise.
    private static let settings = [
        ("fallback_application_name", "routedb"), ("client_encoding", "UTF8"),
        ("connect_timeout", "10"),
        // A link that is cut is noticed, also while nothing is sent.
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "30000"),
    ]

    /// How often a transaction is tried that the server gives up for another one.
    ///
    /// Servers that are distributed do so often.
    private static let mostTries = 5

    /// How long a transaction waits for a lock.
    ///
    /// Whoever waits for one may keep others waiting behind it.
    static let lockTimeout = "30s"

    private let handle: OpaquePointer
    /// The hub as messages name it: its host and database, without a password.
    package let name: String

    /// Connects.
    package init(_ address: HubAddress) throws(RouteDBError) {
        // The last of equal keywords applies, so the address comes last.
        let settings = Self.settings + [("dbname", address.text)]
        let opened = unsafe CStrings(settings.map(\.0)).lend { keys in
            unsafe CStrings(settings.map(\.1)).lend { values in
                unsafe PQconnectdbParams(keys, values, 1)
            }
        }
        guard let opened = unsafe opened else {
            throw RouteDBError(.storageFailure, "There is no memory for a connection to a hub.")
        }
        unsafe handle = unsafe opened
        let host = unsafe Self.text(UnsafePointer(PQhost(opened)))
        let port = unsafe Self.text(UnsafePointer(PQport(opened)))
        let database = unsafe Self.text(UnsafePointer(PQdb(opened)))
        name = "postgresql://\(host.hasPrefix("/") ? "" : "\(host):\(port)")/\(database)"
        let status = unsafe PQstatus(opened)
        guard status == CONNECTION_OK else {
            let message = unsafe Self.message(UnsafePointer(PQerrorMessage(opened)))
            throw RouteDBError(
                .sourceUnavailable, "The hub '\(name)' cannot be reached: \(message).",
                hint: "Check the address, and that PostgreSQL runs and lets you in.")
        }
        // The server's notices are for its own log.
        unsafe PQsetNoticeProcessor(opened, { _, _ in }, nil)
    }

    deinit { unsafe PQfinish(handle) }

    /// True if the connection has ended, as the last statement has found.
    var isLost: Bool { unsafe PQstatus(handle) != CONNECTION_OK }

    /// Runs one statement.
    @discardableResult
    package func run(_ sql: String, _ values: String?...) throws(HubFailure) -> [[String?]] {
        try run(sql, values: values)
    }

    /// Runs one statement with an array of values.
    ///
    /// One that is a transaction of its own is tried again if the server gives it up for another.
    @discardableResult
    package func run(_ sql: String, values: [String?]) throws(HubFailure) -> [[String?]] {
        let isAlone = unsafe PQtransactionStatus(handle) == PQTRANS_IDLE
        for _ in 1..<Self.mostTries {
            do throws(HubFailure) {
                return try runOnce(sql, values)
            } catch {
                guard isAlone, error.wasGivenUp else { throw error }
            }
        }
        return try runOnce(sql, values)
    }

    private func runOnce(_ sql: String, _ values: [String?]) throws(HubFailure) -> [[String?]] {
        let count = Int32(values.count)
        let result = unsafe CStrings(values).lend { pointers in
            unsafe PQexecParams(handle, sql, count, nil, pointers, nil, nil, 0)
        }
        defer { unsafe PQclear(result) }
        let status = unsafe PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw unsafe failure(of: result)
        }
        let rows = unsafe PQntuples(result)
        return (0..<rows).map { unsafe Self.row($0, of: result) }
    }

    /// Runs a statement, and calls a closure with each row as it comes: no more than one is in memory.
    package func forEachRow(_ sql: String, _ body: ([String?]) throws -> Void) throws {
        guard unsafe PQsendQuery(handle, sql) == 1, unsafe PQsetSingleRowMode(handle) == 1 else {
            throw failure("")
        }
        var problem: (any Error)?
        // The rows behind a problem are read too: the connection can do nothing else before.
        while let result = unsafe PQgetResult(handle) {
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE where problem == nil:
                do { try body(unsafe Self.row(0, of: result)) } catch { problem = error }
            case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
            default: problem = unsafe problem ?? failure(of: result)
            }
        }
        if let problem { throw problem }
    }

    private static func row(_ row: Int32, of result: OpaquePointer?) -> [String?] {
        let columns = unsafe PQnfields(result)
        return (0..<columns).map { column in
            guard unsafe PQgetisnull(result, row, column) == 0 else { return nil }
            let count = Int(unsafe PQgetlength(result, row, column))
            let bytes = unsafe UnsafeRawBufferPointer(
                start: PQgetvalue(result, row, column), count: count)
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }

    private func failure(of result: OpaquePointer?) -> HubFailure {
        let code = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C")))
        let message = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "M")))
        return HubFailure(
            code: unsafe Self.text(UnsafePointer(code)),
            message: unsafe Self.message(
                UnsafePointer(message) ?? UnsafePointer(PQerrorMessage(handle))))
    }

    /// Runs a statement that copies rows to the client.
    func copy(_ sql: String, _ receive: ([UInt8]) -> Bool) throws(HubFailure) {
        let begun = unsafe PQexec(handle, sql)
        let status = unsafe PQresultStatus(begun)
        let code = unsafe Self.text(
            UnsafePointer(PQresultErrorField(begun, Int32(UInt8(ascii: "C")))))
        unsafe PQclear(begun)
        guard status == PGRES_COPY_OUT else { throw failure(code) }
        while true {
            var line: UnsafeMutablePointer<CChar>?
            let count = Int(unsafe PQgetCopyData(handle, &line, 0))
            guard count > 0 else {
                guard count == -1 else { throw failure("") }
                break
            }
            // libpq has allocated as many bytes as it says.
            let bytes = unsafe Array(UnsafeRawBufferPointer(start: line, count: count))
            unsafe PQfreemem(line)
            guard receive(bytes) else { return }
        }
        while let result = unsafe PQgetResult(handle) {
            let status = unsafe PQresultStatus(result)
            unsafe PQclear(result)
            guard status == PGRES_COMMAND_OK else { throw failure("") }
        }
    }

    private func failure(_ code: String) -> HubFailure {
        HubFailure(
            code: code, message: unsafe Self.text(UnsafePointer(PQerrorMessage(handle))))
    }

    /// Runs a closure in a transaction, which is rolled back if the closure throws.
    ///
    /// If the server gives it up for another one, the closure is run again.
    ///
    /// It waits for no lock for longer than ``lockTimeout``.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        for _ in 1..<Self.mostTries {
            do {
                return try transaction("BEGIN", body)
            } catch let failure as HubFailure where failure.wasGivenUp {
                continue
            }
        }
        return try transaction("BEGIN", body)
    }

    /// Runs a closure once in a transaction that begins in some way, and waits for locks for a time.
    func transaction<Result>(
        _ begin: String, waiting timeout: String = lockTimeout, _ body: () throws -> Result
    ) throws -> Result {
        try run(begin)
        do {
            try run("SELECT set_config('lock_timeout', $1, true)", timeout)
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // If the connection is lost, the server rolls back by itself.
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    /// Waits for a notification.
    func waitForNotification(milliseconds: Int32) throws(HubFailure) -> Bool {
        var waiting = pollfd(
            fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // The call fills the structure before it returns.
        let ready = unsafe poll(&waiting, 1, milliseconds)
        guard ready > 0 else { return false }
        guard unsafe PQconsumeInput(handle) == 1 else {
            throw HubFailure(
                code: "", message: unsafe Self.message(UnsafePointer(PQerrorMessage(handle))))
        }
        var isNotified = false
        while let notification = unsafe PQnotifies(handle) {
            isNotified = true
            unsafe PQfreemem(notification)
        }
        return isNotified
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer = unsafe pointer else { return "" }
        return unsafe String(cString: pointer)
    }

    /// Returns the message of libpq or the server, in one line, without a period at its end.
    private static func message(_ pointer: UnsafePointer<CChar>?) -> String {
        // libpq explains its messages in lines that begin with a tab, the same for everybody.
        let lines = unsafe text(pointer).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("\t") }
        let message = lines.joined(separator: "; ")
        return message.hasSuffix(".") ? String(message.dropLast()) : message
    }
}

/// Why the hub did not run a statement.
package struct HubFailure: Error {
    /// PostgreSQL's code, such as `42P01`; empty if the connection was lost.
    package let code: String
    package let message: String

    /// True if the server has given up a transaction because of another one: it could not be as if
    /// they had been one after the other, or they waited for each other.
    var wasGivenUp: Bool { code == "40001" || code == "40P01" }

    /// True if a lock was not free in time.
    var isLocked: Bool { code == "55P03" }

    /// True if the user may not do that.
    var isForbidden: Bool { code == "42501" }

    /// True if the values of the statement are why it was not run: they cannot be stored, or break a
    /// rule.
    ///
    /// Then it fails again, however often it is tried.
    var isRefusal: Bool {
        ["22", "23", "44", "54"].contains { code.hasPrefix($0) } || code == "P0001"
    }
}

/// Texts as C wants them: an array of addresses, which ends with NULL.
private struct CStrings {
    private let texts: [String?]

    init(_ texts: [String?]) { self.texts = texts }

    /// Lends the array to a closure; the memory is freed afterwards.
    func lend<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = unsafe texts.map { text in unsafe text.flatMap { unsafe strdup($0) } }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let pointers = unsafe copies.map { unsafe $0.map { unsafe UnsafePointer($0) } } + [nil]
        return unsafe pointers.withUnsafeBufferPointer { buffer in
            // The array has at least the NULL at its end.
            guard let start = buffer.baseAddress else { preconditionFailure("an empty array") }
            return unsafe body(start)
        }
    }
}
#endif
