/// An error from working with a registry or history.
///
/// The message says what is wrong and where; the hint says how to fix it. "No match" and "denied"
/// are results, never errors. Check ``code`` in your code: codes are stable, while the texts are
/// for people and may change.
///
/// ```swift
/// do {
///     try await registry.edit { editor in
///         try editor.add(RouteDraft(pattern: "/user/{id}", target: "user.profile"))
///     }
/// } catch let error as RouteDBError where error.code == .routeConflict {
///     print(error)
/// }
/// ```
public struct RouteDBError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// A one-sentence description of the problem.
    public let message: String
    /// How to fix the problem, as a sentence, if there is something to suggest.
    public let hint: String?
    /// The error of a lower layer that caused this one.
    public let underlying: (any Error)?

    /// The message and the hint.
    public var description: String {
        guard let hint else { return message }
        return "\(message) \(hint)"
    }

    /// Creates an error, such as one that a test has its registry throw.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What is wrong, as a sentence.
    ///   - hint: How to fix the problem, as a sentence, if there is something to suggest.
    ///   - underlying: The error of a lower layer that caused this one.
    public init(
        _ code: Code, _ message: String, hint: String? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.underlying = underlying
    }
}

extension RouteDBError {
    /// A kind of failure; more kinds may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's stable name, as in JSON output.
        public let description: String

        /// Creates a code of an app's own, or one of a newer version.
        ///
        /// - Parameter name: The stable name.
        public init(_ name: String) { description = name }

        /// A text is not a valid pattern; ``RouteDBError/underlying`` is the `PatternError`.
        public static let invalidPattern = Code("invalidPattern")
        /// A text is not a valid URL.
        public static let invalidURL = Code("invalidURL")
        /// A name, target, key, policy or other value is invalid.
        public static let invalidValue = Code("invalidValue")
        /// A route's presentation is invalid; ``RouteDBError/underlying`` is the `JSONMistake`.
        public static let invalidPlan = Code("invalidPlan")
        /// Another route already has the pattern or the name.
        public static let routeConflict = Code("routeConflict")
        /// No route matches the reference.
        public static let routeNotFound = Code("routeNotFound")
        /// Several routes match the reference.
        public static let nameAmbiguous = Code("nameAmbiguous")
        /// No URL of the route has the given values; ``RouteDBError/underlying`` is the
        /// `URLBuildError`.
        public static let urlNotBuilt = Code("urlNotBuilt")
        /// No namespace has the name.
        public static let namespaceNotFound = Code("namespaceNotFound")
        /// No route, default value or access rule is in a group.
        public static let groupNotFound = Code("groupNotFound")
        /// Another namespace already has the name or the binding.
        public static let namespaceConflict = Code("namespaceConflict")
        /// The namespace cannot be removed: it has routes, is a fallback, or is the default one.
        public static let namespaceInUse = Code("namespaceInUse")
        /// The fallbacks of namespaces would form a cycle.
        public static let fallbackCycle = Code("fallbackCycle")
        /// The namespace has no converter with the name.
        public static let converterNotFound = Code("converterNotFound")
        /// The converter cannot be removed: routes use it.
        public static let converterInUse = Code("converterInUse")
        /// An access rule is invalid, or tests a parameter that no route in its scope has;
        /// ``RouteDBError/underlying`` may be an `AccessRule.SyntaxError`.
        public static let invalidRule = Code("invalidRule")
        /// No access rule has the id.
        public static let ruleNotFound = Code("ruleNotFound")
        /// The SQL cannot be run; the message has the reason that SQLite gives.
        public static let invalidSQL = Code("invalidSQL")
        /// No suppression has the id.
        public static let suppressionNotFound = Code("suppressionNotFound")
        /// A test case is invalid; ``RouteDBError/underlying`` may be a `JSONMistake`.
        public static let invalidCase = Code("invalidCase")
        /// No stored test case has the id or name.
        public static let caseNotFound = Code("caseNotFound")
        /// A different stored test case already has the name.
        public static let caseConflict = Code("caseConflict")
        /// The namespace has no app with the identifier.
        public static let appNotFound = Code("appNotFound")
        /// The namespace already has the app, with other content.
        public static let appConflict = Code("appConflict")
        /// The registry is not at the expected revision.
        public static let revisionConflict = Code("revisionConflict")
        /// An item cannot become what another side has, or what it was, because of edits here.
        public static let mergeConflict = Code("mergeConflict")
        /// Two registries have no revision in common that a merge could begin from.
        public static let noCommonRevision = Code("noCommonRevision")
        /// The registry has no such revision.
        public static let revisionNotFound = Code("revisionNotFound")
        /// No tag has the name.
        public static let tagNotFound = Code("tagNotFound")
        /// The tag already exists, at another revision.
        public static let tagConflict = Code("tagConflict")
        /// No file exists at the path.
        public static let databaseMissing = Code("databaseMissing")
        /// The file is not a registry.
        public static let notARegistry = Code("notARegistry")
        /// The file was created by a newer version of RouteDB.
        public static let schemaTooNew = Code("schemaTooNew")
        /// The file is not a history.
        public static let notAHistory = Code("notAHistory")
        /// The file's schema is too old for reading, or differs from what its version specifies.
        public static let schemaMismatch = Code("schemaMismatch")
        /// Another process keeps the file locked for longer than the timeout.
        public static let busy = Code("busy")
        /// The disk is full.
        public static let full = Code("full")
        /// The file or its directory is read-only.
        public static let readOnly = Code("readOnly")
        /// The file cannot be accessed with the process's permissions.
        public static let permissionDenied = Code("permissionDenied")
        /// A file already exists at the path.
        public static let fileExists = Code("fileExists")
        /// The file is damaged.
        public static let corrupt = Code("corrupt")
        /// The system reported an error while reading or writing.
        public static let storageFailure = Code("storageFailure")
        /// A document or another input breaks a rule of its format.
        public static let invalidInput = Code("invalidInput")
        /// A file to read cannot be opened or read, or its compressed data is damaged.
        public static let inputUnreadable = Code("inputUnreadable")
        /// The format of a log cannot be detected.
        public static let unknownFormat = Code("unknownFormat")
        /// The caller stopped the operation.
        public static let interrupted = Code("interrupted")
        /// An SQL statement exceeded its time or memory limit.
        public static let limitExceeded = Code("limitExceeded")
        /// The object was used after it was closed.
        public static let closed = Code("closed")
        /// The requests of a log have no hosts, although the caller requires them.
        public static let hostsMissing = Code("hostsMissing")
        /// The history does not have the import.
        public static let importNotFound = Code("importNotFound")
        /// The service cannot listen at its address.
        public static let addressUnavailable = Code("addressUnavailable")
        /// The service whose registry is followed cannot be reached, or fails to answer.
        public static let sourceUnavailable = Code("sourceUnavailable")
        /// A revision of the registry that is followed breaks a rule, so it was not taken.
        public static let revisionRefused = Code("revisionRefused")
        /// Another import has lines in common with this one, which are stored only once.
        public static let importShared = Code("importShared")
    }
}
