#if Server
import RouteDB

/// The sessions of browsers, and the one-time codes that start them.
///
/// 1. A code starts one session, and only for ten minutes.
/// 2. A session ends twelve hours after its last request, and with the process.
/// 3. Only digests of codes and cookies are kept.
/// 4. There are at most 1,000 sessions and 100 codes; a further one ends the oldest.
/// 5. A code, and the session that it starts, end with the token that asked for the code.
/// 6. A session of somebody whom others vouch for ends after a time, so that they are asked again.
package final class SessionStore: Sendable {
    private struct Contents {
        var codes: [String: Pending] = [:]
        var sessions: [String: Session] = [:]
    }

    private struct Pending {
        let name: String
        let scopes: TokenScope
        let token: String?
        let expiryMicroseconds: Int64
    }

    private struct Session {
        let caller: Caller
        var expiryMicroseconds: Int64
        /// The time at which the session ends, even if requests go on.
        let end: Int64
    }

    private static let codeMicroseconds: Int64 = 600_000_000
    /// How long a session lasts without requests.
    package static let sessionMicroseconds: Int64 = 43_200_000_000
    private static let mostCodes = 100
    private static let mostSessions = 1_000

    private let contents = Locked(Contents())
    private let tokens: TokenStore?
    private let clock: @Sendable () -> Int64

    /// Creates a book without sessions; without tokens, nobody asks for a code with one.
    package init(tokens: TokenStore? = nil, clock: @escaping @Sendable () -> Int64) {
        self.tokens = tokens
        self.clock = clock
    }

    /// Makes a code that starts a session.
    package func makeCode(name: String, scopes: TokenScope, token: String? = nil) -> String {
        let (code, now) = (SecretText(), clock())
        let pending = Pending(
            name: name, scopes: scopes, token: token,
            expiryMicroseconds: now + Self.codeMicroseconds)
        let digest = SecretText.digest(code.text)
        contents.withLock { contents in
            contents.codes = contents.codes.filter { $0.value.expiryMicroseconds > now }
            if contents.codes.count >= Self.mostCodes,
                let oldest = contents.codes.min(by: {
                    $0.value.expiryMicroseconds < $1.value.expiryMicroseconds
                })?.key
            {
                contents.codes[oldest] = nil
            }
            contents.codes[digest] = pending
        }
        return code.text
    }

    /// Returns whether a code would start a session now.
    package func accepts(code: String) -> Bool {
        let (digest, now) = (SecretText.digest(code), clock())
        return contents.withLock { contents in
            contents.codes[digest].map { $0.expiryMicroseconds > now } ?? false
        }
    }

    /// Starts a session with a code, which then is used up.
    package func start(code: String) -> String? {
        let (digest, now) = (SecretText.digest(code), clock())
        let pending = contents.withLock { $0.codes.removeValue(forKey: digest) }
        guard let pending, pending.expiryMicroseconds > now else { return nil }
        let cookie = SecretText()
        let caller = Caller(
            proof: .session(SecretText.digest(cookie.text)), name: pending.name,
            scopes: pending.scopes, token: pending.token)
        guard isGranted(caller) else { return nil }
        add(caller, until: .max)
        return cookie.text
    }

    /// Starts a session of somebody whom others vouch for, which ends after a time, in microseconds.
    package func start(name: String, scopes: TokenScope, within time: Int64) -> String {
        let cookie = SecretText()
        let caller = Caller(
            proof: .session(SecretText.digest(cookie.text)), name: name, scopes: scopes)
        add(caller, until: clock() + time)
        return cookie.text
    }

    private func add(_ caller: Caller, until end: Int64) {
        guard case .session(let key) = caller.proof else { return }
        let now = clock()
        contents.withLock { contents in
            contents.sessions = contents.sessions.filter { $0.value.expiryMicroseconds > now }
            if contents.sessions.count >= Self.mostSessions,
                let oldest = contents.sessions.min(by: {
                    $0.value.expiryMicroseconds < $1.value.expiryMicroseconds
                })?.key
            {
                contents.sessions[oldest] = nil
            }
            contents.sessions[key] = Session(
                caller: caller, expiryMicroseconds: min(end, now + Self.sessionMicroseconds),
                end: end)
        }
    }

    /// Finds the caller of a session, which then lasts longer.
    package func caller(cookie: String) -> Caller? {
        let (key, now) = (SecretText.digest(cookie), clock())
        let caller = contents.withLock { contents -> Caller? in
            guard let session = contents.sessions[key], session.expiryMicroseconds > now else {
                contents.sessions[key] = nil
                return nil
            }
            contents.sessions[key]?.expiryMicroseconds = min(
                session.end, now + Self.sessionMicroseconds)
            return session.caller
        }
        return caller.flatMap { isGranted($0) ? $0 : nil }
    }

    /// Returns whether the session of a caller goes on, and does not make it last longer; `true` for
    /// callers without a session.
    package func lasts(_ caller: Caller) -> Bool {
        guard case .session(let key) = caller.proof else { return true }
        let now = clock()
        return contents.withLock { ($0.sessions[key]?.expiryMicroseconds ?? .min) > now }
    }

    /// Returns whether the token that a session came from is still accepted.
    private func isGranted(_ caller: Caller) -> Bool { tokens?.accepts(caller) ?? true }

    /// Ends a session.
    package func end(cookie: String) {
        let key = SecretText.digest(cookie)
        contents.withLock { $0.sessions[key] = nil }
    }
}
#endif
