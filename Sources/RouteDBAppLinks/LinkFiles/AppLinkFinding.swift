public import RouteDBInsight

/// A mistake, or a likely one, in a file that decides which links open an app.
public struct AppLinkFinding: Hashable, Sendable {
    /// The kind of the finding.
    public let code: AppLinkCode
    /// How serious the finding is.
    public let severity: LintSeverity
    /// The line, from 1; `nil` if the finding is about the file as a whole.
    public let line: Int?
    /// The column in bytes, from 1; `nil` if the finding is about the file as a whole.
    public let column: Int?
    /// The place in the structure of the file, such as `applinks.details[0]`; empty for the file.
    public let item: String
    /// A one-sentence description of the problem.
    public let message: String
    /// Where the platform documents the rule that is broken.
    public let source: PlatformSource

    package init(
        code: AppLinkCode, severity: LintSeverity? = nil, line: Int? = nil, column: Int? = nil,
        item: String = "", message: String, in kind: AppLinkFileKind
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.line = line
        self.column = column
        self.item = item
        self.message = message
        source = code.source(in: kind) ?? code.source
    }
}
