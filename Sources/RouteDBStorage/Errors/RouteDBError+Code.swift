extension RouteDBError {
    /// A kind of failure; the set may grow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's stable name, as in JSON output.
        public let description: String

        private init(_ name: String) { description = name }

        /// A text is not a pattern; ``RouteDBError/underlying`` is the `PatternError`.
        public static let invalidPattern = Code("invalidPattern")
        /// A text is not a URL that can be looked up.
        public static let invalidURL = Code("invalidURL")
        /// A name, target, key, policy or other value breaks its rule.
        public static let invalidValue = Code("invalidValue")
        /// A route's presentation is wrong; ``RouteDBError/underlying`` is the `PresentationError`.
        public static let invalidPlan = Code("invalidPlan")
        /// Another route has the pattern or the name.
        public static let routeConflict = Code("routeConflict")
        /// No route is what the reference says.
        public static let routeNotFound = Code("routeNotFound")
        /// Several routes are what the reference says.
        public static let nameAmbiguous = Code("nameAmbiguous")
        /// No URL of a route says the given values; ``RouteDBError/underlying`` is the
        /// `URLBuildError`.
        public static let urlNotBuilt = Code("urlNotBuilt")
        /// No namespace has the name.
        public static let namespaceNotFound = Code("namespaceNotFound")
        /// Another namespace has the name or the binding.
        public static let namespaceConflict = Code("namespaceConflict")
        /// The namespace cannot go: it has routes, is a fallback, or is the default one.
        public static let namespaceInUse = Code("namespaceInUse")
        /// The fallbacks of namespaces would lead back to where they began.
        public static let fallbackCycle = Code("fallbackCycle")
        /// The namespace has no converter of the name.
        public static let converterNotFound = Code("converterNotFound")
        /// The converter cannot go: routes use it.
        public static let converterInUse = Code("converterInUse")
        /// An access rule is wrong, or asks for what no route of its scope has;
        /// ``RouteDBError/underlying`` may be an `AccessSyntaxError`.
        public static let invalidRule = Code("invalidRule")
        /// No access rule has the number.
        public static let ruleNotFound = Code("ruleNotFound")
        /// A text is no SQL that can be run.
        public static let invalidSQL = Code("invalidSQL")
        /// No suppression has the number.
        public static let suppressionNotFound = Code("suppressionNotFound")
        /// A case is wrong; ``RouteDBError/underlying`` may be a `JSONMemberError`.
        public static let invalidCase = Code("invalidCase")
        /// No stored case has the number or name.
        public static let caseNotFound = Code("caseNotFound")
        /// Another stored case has the name.
        public static let caseConflict = Code("caseConflict")
        /// The registry is at another revision than the one expected.
        public static let revisionConflict = Code("revisionConflict")
        /// The registry has no such revision.
        public static let revisionNotFound = Code("revisionNotFound")
        /// No tag has the name.
        public static let tagNotFound = Code("tagNotFound")
        /// The tag names another revision.
        public static let tagConflict = Code("tagConflict")
        /// There is no file at the path.
        public static let databaseMissing = Code("databaseMissing")
        /// The file is no registry.
        public static let notARegistry = Code("notARegistry")
        /// A newer version of RouteDB made the file.
        public static let schemaTooNew = Code("schemaTooNew")
        /// The file is no history of hits.
        public static let notAHistory = Code("notAHistory")
        /// The file's schema is older than a reader needs, or not what its version says.
        public static let schemaMismatch = Code("schemaMismatch")
        /// Another process holds the registry for longer than we wait.
        public static let busy = Code("busy")
        /// The disk is full.
        public static let full = Code("full")
        /// The place or the file may be read only, or not even that.
        public static let readOnly = Code("readOnly")
        /// The system does not let us read the file.
        public static let permissionDenied = Code("permissionDenied")
        /// A file is in the way.
        public static let fileExists = Code("fileExists")
        /// The file is damaged.
        public static let corrupt = Code("corrupt")
        /// The system failed to read or write.
        public static let storageFailure = Code("storageFailure")
        /// A log cannot be opened or read, or its compressed data are damaged.
        public static let inputUnreadable = Code("inputUnreadable")
        /// Nobody can tell the format of a log.
        public static let unknownFormat = Code("unknownFormat")
        /// The caller stopped the operation.
        public static let interrupted = Code("interrupted")
        /// A statement of SQL takes more time or memory than it may.
        public static let limitExceeded = Code("limitExceeded")
        /// The object was used after its end.
        public static let closed = Code("closed")
        /// The requests of a log have no hosts, and somebody did not want them so.
        public static let hostsMissing = Code("hostsMissing")
        /// There is no such import in the history.
        public static let importNotFound = Code("importNotFound")
        /// Another import shares lines of the import, which are only kept once.
        public static let importShared = Code("importShared")
    }
}
