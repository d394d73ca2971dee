#if Server
package import RouteDB

/// The tokens that the service accepts: those of its file, read again when the file changes.
///
/// Requests look tokens up in memory. A token that is removed from the file is refused within a
/// second, and so is what came from it: sessions, streams and replays ask ``accepts(_:)``.
package final class TokenStore: Sendable {
    private struct Contents {
        var tokens: [String: Known] = [:]
        var error: RouteDBError?
    }

    /// A token, with what does not change from request to request.
    private struct Known {
        let token: ServerToken
        let digest: [UInt8]
        let caller: Caller

        init(_ token: ServerToken) {
            self.token = token
            digest = SecretText.bytes(ofDigest: token.digest)
            caller = Caller(
                proof: token.use == .session ? .login(token.id) : .token(token.id),
                name: token.name, scopes: token.scopes,
                namespace: token.namespace, token: token.id)
        }
    }

    /// The digest that a secret is compared with if there is no token of its id.
    private static let noDigest = [UInt8](repeating: 0, count: 32)

    private let file: TokenFile
    private let clock: @Sendable () -> Timestamp
    private let executor = QueueExecutor(label: "routedb.tokens")
    private let contents = Locked(Contents())
    private let isWatching = Locked(false)

    /// Reads the tokens of a file.
    package init(file: TokenFile, clock: @escaping @Sendable () -> Timestamp) throws(RouteDBError) {
        self.file = file
        self.clock = clock
        let tokens = try file.tokens()
        contents.withLock { $0.tokens = Self.byID(tokens) }
    }

    /// True if there is a token that is accepted now.
    package var hasTokens: Bool {
        let now = clock()
        return contents.withLock { $0.tokens.values.contains { $0.token.isValid(at: now) } }
    }

    /// Why the file could not be read; the tokens are then refused, since some may be removed.
    package var error: RouteDBError? { contents.withLock { $0.error } }

    /// Finds the caller who has a token.
    package func caller(token text: String) -> Caller? { find(text, .token)?.caller }

    /// Finds the caller whose browser sends a cookie of a login.
    package func caller(cookie text: String) -> Caller? { find(text, .session)?.caller }

    /// Returns whether the code of a login would start a session now.
    package func accepts(code: String) -> Bool { find(code, .code) != nil }

    /// Starts the session of a login with its code, which then is used up: the text of its cookie, and the time
    /// at which it ends.
    package func startSession(code: String) throws(RouteDBError) -> (
        cookie: String, ends: Timestamp
    )? {
        guard let id = find(code, .code)?.token.id else { return nil }
        let now = clock()
        let started = try file.change { tokens throws(RouteDBError) -> (String, Timestamp)? in
            // Another service, or another press, may have been first.
            guard let place = tokens.firstIndex(where: { $0.id == id && $0.use == .code }) else {
                return nil
            }
            let cookie = tokens[place].startSession(at: now)
            return (cookie, tokens[place].expiry ?? now)
        }
        reload()
        return started
    }

    /// Ends the session of a login, for good.
    package func end(cookie text: String) throws(RouteDBError) {
        guard let id = find(text, .session)?.token.id else { return }
        try file.change { tokens throws(RouteDBError) in tokens.removeAll { $0.id == id } }
        reload()
    }

    /// Finds the token with a text, for a use.
    private func find(_ text: String, _ use: ServerToken.Use) -> Known? {
        guard let (id, secret) = ServerToken.parts(of: text) else { return nil }
        let known = contents.withLock { $0.tokens[id] }
        // Without a token of the id, the digest is compared all the same, so that the time that a
        // refusal takes does not tell which ids exist.
        guard SecretText.isSecret(secret, digest: known?.digest ?? Self.noDigest), let known,
            known.token.isValid(at: clock()), known.token.use == use
        else { return nil }
        return known
    }

    /// Returns whether the token that a caller has, or that their session came from, still grants what
    /// they may do; `true` for callers without a token.
    package func accepts(_ caller: Caller) -> Bool {
        guard let id = caller.token else { return true }
        guard let known = contents.withLock({ $0.tokens[id] }), known.token.isValid(at: clock())
        else { return false }
        return known.caller.scopes.allows(caller.scopes)
            && known.caller.namespace == caller.namespace
    }

    /// Reads the file every second, until ``stopWatching()``.
    package func startWatching() {
        isWatching.withLock { $0 = true }
        watch()
    }

    package func stopWatching() { isWatching.withLock { $0 = false } }

    private func watch() {
        executor.run(after: .seconds(1)) { [weak self] in
            guard let self, isWatching.withLock({ $0 }) else { return }
            reload()
            watch()
        }
    }

    /// Reads the file again.
    package func reload() {
        do {
            let tokens = Self.byID(try file.tokens())
            contents.withLock { $0 = Contents(tokens: tokens) }
        } catch {
            contents.withLock { $0 = Contents(error: error) }
        }
    }

    private static func byID(_ tokens: [ServerToken]) -> [String: Known] {
        Dictionary(tokens.map { ($0.id, Known($0)) }, uniquingKeysWith: { first, _ in first })
    }
}
#endif
