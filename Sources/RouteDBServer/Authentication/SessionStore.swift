#if Server
package import RouteDB

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
        let expiry: Timestamp
    }

    private struct Session {
        let caller: Caller
        var expiry: Timestamp
        /// The time at which the session ends, even if requests go on.
        let end: Timestamp
    }

    private static let codeLifetime: Duration = .seconds(600)
    /// How long a session lasts without requests.
    package static let sessionLifetime: Duration = .seconds(43_200)
    private static let mostCodes = 100
    private static let mostSessions = 1_000

    private let contents = Locked(Contents())
    private let tokens: TokenStore?
    private let clock: @Sendable () -> Timestamp

    /// Creates a book without sessions; without tokens, nobody asks for a code with one.
    package init(tokens: TokenStore? = nil, clock: @escaping @Sendable () -> Timestamp) {
        self.tokens = tokens
        self.clock = clock
    }

    /// Makes a code that starts a session.
    package func makeCode(name: String, scopes: TokenScope, token: String? = nil) -> String {
        let (code, now) = (SecretText(), clock())
        let pending = Pending(
            name: name, scopes: scopes, token: token, expiry: now + Self.codeLifetime)
        let digest = SecretText.digest(code.text)
        contents.withLock { contents in
            contents.codes = contents.codes.filter { $0.value.expiry > now }
            if contents.codes.count >= Self.mostCodes,
                let oldest = contents.codes.min(by: {
                    $0.value.expiry < $1.value.expiry
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
            contents.codes[digest].map { $0.expiry > now } ?? false
        }
    }

    /// Starts a session with a code, which then is used up.
    package func start(code: String) -> String? {
        let (digest, now) = (SecretText.digest(code), clock())
        let pending = contents.withLock { $0.codes.removeValue(forKey: digest) }
        guard let pending, pending.expiry > now else { return nil }
        let cookie = SecretText()
        let caller = Caller(
            proof: .session(SecretText.digest(cookie.text)), name: pending.name,
            scopes: pending.scopes, token: pending.token)
        guard isGranted(caller) else { return nil }
        add(caller, until: .distantFuture)
        return cookie.text
    }

    /// Starts a session of somebody whom others vouch for, which ends after a time.
    package func start(name: String, scopes: TokenScope, within time: Duration) -> String {
        let cookie = SecretText()
        let caller = Caller(
            proof: .session(SecretText.digest(cookie.text)), name: name, scopes: scopes)
        add(caller, until: clock() + time)
        return cookie.text
    }

    private func add(_ caller: Caller, until end: Timestamp) {
        guard case .session(let key) = caller.proof else { return }
        let now = clock()
        contents.withLock { contents in
            contents.sessions = contents.sessions.filter { $0.value.expiry > now }
            if contents.sessions.count >= Self.mostSessions,
                let oldest = contents.sessions.min(by: {
                    $0.value.expiry < $1.value.expiry
                })?.key
            {
                contents.sessions[oldest] = nil
            }
            contents.sessions[key] = Session(
                caller: caller, expiry: min(end, now + Self.sessionLifetime), end: end)
        }
    }

    /// Finds the caller of a session, which then lasts longer.
    package func caller(cookie: String) -> Caller? {
        let (key, now) = (SecretText.digest(cookie), clock())
        let caller = contents.withLock { contents -> Caller? in
            guard let session = contents.sessions[key], session.expiry > now else {
                contents.sessions[key] = nil
                return nil
            }
            contents.sessions[key]?.expiry = min(session.end, now + Self.sessionLifetime)
            return session.caller
        }
        return caller.flatMap { isGranted($0) ? $0 : nil }
    }

    /// Returns whether the session of a caller goes on, and does not make it last longer; `true` for
    /// callers without a session.
    package func lasts(_ caller: Caller) -> Bool {
        guard case .session(let key) = caller.proof else { return true }
        let now = clock()
        return contents.withLock { ($0.sessions[key]?.expiry ?? .distantPast) > now }
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
