package import ArgumentParser
package import RouteDB
package import RouteDBTerminal
package import RouteDBTraffic

/// The location of the history.
package struct HistoryOptions: ParsableArguments {
    @Option(
        name: .customLong("history"),
        help: ArgumentHelp(
            "The history file (default: $ROUTEDB_HISTORY, else the one beside the registry).",
            valueName: "file"),
        completion: .file())
    package var history: String?

    package init() {}

    package func validate() throws {
        if history == "" { throw ValidationError("The path after '--history' is empty.") }
    }

    /// Returns the path of the history.
    package func path(_ global: GlobalOptions, in context: CommandContext) -> String {
        history ?? (WorkingCopy.current == nil ? context.variable("ROUTEDB_HISTORY") : nil)
            ?? HitHistory.path(besideRegistry: global.path(in: context))
    }

    /// Returns what to call the history: its path, or the hub whose hits it has.
    func name(_ global: GlobalOptions, in context: CommandContext) -> String {
        let hub = history == nil ? WorkingCopy.current?.hub : nil
        return hub ?? path(global, in: context)
    }

    /// Opens the history for reading.
    package func open(
        _ global: GlobalOptions, in context: CommandContext
    ) async throws -> HitHistory {
        let path = path(global, in: context)
        let history = try await HitHistory.open(path, busyTimeout: context.busyTimeout)
        context.detail("history '\(PlainText.shown(name(global, in: context)))'")
        return history
    }

    /// Opens the registry and the history for SQL.
    ///
    /// One of them may be missing, with a note to the user, if its path was not given explicitly.
    package func openSession(
        _ global: GlobalOptions, limits: SQLLimits = SQLLimits(), in context: CommandContext
    ) throws -> SQLSession {
        let (registry, history) = (global.path(in: context), path(global, in: context))
        let isRegistryThere = RegularFile.hasBytes(at: registry)
        let isHistoryThere = RegularFile.hasBytes(at: history)
        let wantsRegistry = global.database != nil || context.variable("ROUTEDB_DB") != nil
        let wantsHistory = self.history != nil || context.variable("ROUTEDB_HISTORY") != nil
        let needsRegistry = isRegistryThere || wantsRegistry || !isHistoryThere
        if !needsRegistry {
            context.printNote(
                "note: no registry at '\(PlainText.shown(registry))', so ids are shown instead of names"
            )
        }
        let needsHistory = isHistoryThere || wantsHistory
        if !needsHistory {
            context.printNote(
                "note: no history at '\(PlainText.shown(history))', so 'hits' is empty")
        }
        let interruption = context.interruption
        interruption.watch()
        let names = (WorkingCopy.current?.hub ?? registry, name(global, in: context))
        let session = try SQLSession(
            registry: needsRegistry ? registry : nil, history: needsHistory ? history : nil,
            busyTimeout: context.busyTimeout, limits: limits,
            stoppingWhen: { interruption.isInterrupted })
        if let notice = session.notice { context.printNote(note: notice) }
        if needsRegistry { context.detail("registry '\(PlainText.shown(names.0))'") }
        if needsHistory { context.detail("history '\(PlainText.shown(names.1))'") }
        return session
    }
}

/// The options for removing personal data before hits are written.
struct PrivacyOptions: ParsableArguments {
    @Option(
        name: .customLong("privacy"),
        help: ArgumentHelp(
            """
            How to store the values of a parameter or query key, such as 'email=drop': keep, \
            hash, truncate:N or drop; '*' stands for all others, and '@agent=kind' or \
            '@agent=drop' keep less of user agents (default: $ROUTEDB_PRIVACY, \
            separated by spaces). The key for hashes is $ROUTEDB_PRIVACY_KEY.
            """, valueName: "name=action"))
    var rules: [String] = []

    @Option(
        name: .customLong("privacy-keep"),
        help: ArgumentHelp(
            """
            Store only the values of these keys and parameters, such as 'utm_source,ref', and of \
            types with few values; as '--privacy @keep=…'.
            """, valueName: "names"))
    var kept: String?

    /// True if there are none.
    var isEmpty: Bool { rules.isEmpty && kept == nil }

    /// The values that links keep of visits, which count campaigns.
    private static let usualOfLinks =
        "@keep=utm_source,utm_medium,utm_campaign,utm_content,utm_term,ref,country,language"

    /// Returns the rules.
    func rules(ofLinks: Bool = false, in context: CommandContext) throws -> PrivacyRules {
        try PrivacyRules(
            texts(usual: context.variable("ROUTEDB_PRIVACY"), ofLinks: ofLinks),
            key: context.variable("ROUTEDB_PRIVACY_KEY").map { Array($0.utf8) })
    }

    /// Returns the rules as texts, or else the usual ones; those of links keep only what counts
    /// campaigns unless there is a rule for all values.
    func texts(usual: String?, ofLinks: Bool) -> [String] {
        let usual = usual?.split(separator: " ").map(String.init) ?? []
        var rules = isEmpty ? usual : self.rules + (kept.map { ["@keep=\($0)"] } ?? [])
        if ofLinks, !rules.contains(where: { $0.hasPrefix("*=") || $0.hasPrefix("@keep=") }) {
            rules.append(Self.usualOfLinks)
        }
        return rules
    }
}

/// The format of logs, and what they do not record.
struct LogFormatOptions: ParsableArguments {
    @Option(
        name: .customLong("log-format"),
        help: ArgumentHelp(
            """
            The format of logs: \(LogFormat.names.joined(separator: ", ")); or a format string \
            of nginx, Apache or GoAccess (default: detected from the first lines).
            """, valueName: "format"),
        completion: .list(LogFormat.names), transform: LogFormat.read)
    var givenFormat: String?

    @Option(
        name: .customLong("url-field"),
        help: ArgumentHelp(
            "The key of the URL in logs of JSON objects, such as 'request.uri'.", valueName: "key"))
    var urlField: String?

    @Option(
        name: .customLong("field"),
        help: ArgumentHelp(
            """
            The key of another field: 'time=meta.at', host, scheme, method, status, duration, \
            principal, address, referrer, agent, language or weight; may be repeated.
            """, valueName: "field=key"))
    var fields: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            The host, with an optional port, for logs that do not record it; without it, their \
            URLs are paths.
            """, valueName: "host"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The scheme for logs that do not record it (default: https).",
            valueName: "scheme"))
    var scheme: String?

    func validate() throws {
        if urlField == nil {
            if fields.isEmpty { return }
            throw ValidationError("'--field' needs '--url-field'.")
        }
        if givenFormat != nil {
            throw ValidationError("Use only one of '--log-format' and '--url-field'.")
        }
        if let format, LogFieldPaths(format) == nil {
            throw ValidationError(
                "The fields of the log cannot be read: write '--url-field request.uri --field time=meta.at'."
                    + " A key has no comma.")
        }
    }

    /// The name or the description of the format; `nil` to detect it.
    var format: String? {
        guard let urlField else { return givenFormat }
        return LogFieldPaths.text(url: urlField, fields)
    }
}

extension LogFormat {
    /// Parses the value of the option.
    static func read(_ text: String) throws -> String {
        if isFormat(text) { return text }
        if text.contains(where: { "$%".contains($0) }), let mistake = mistake(inString: text) {
            throw ValidationError("'\(text)' is not a format string with a URL. \(mistake)")
        }
        let hint = NameSuggestion.hint(for: text, among: names)
        throw ValidationError("Unknown log format '\(text)'. \(hint)")
    }
}
