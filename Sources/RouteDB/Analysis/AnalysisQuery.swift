public import RouteDBRouting
import RouteDBStorage

/// What a report is about: which hits, in the words of which registry.
public struct AnalysisQuery: Sendable {
    /// Which hits.
    public var selection: HitSelection
    /// The registry that says what the ids of hits mean: the newest revision, or another one.
    public var snapshot: RegistrySnapshot
    /// The code behind the snapshot's converters, by their names.
    public var functions: [String: ConverterFunction] = [:]
    /// Whether every hit's URL is resolved again, so that hits count for the routes of the snapshot
    /// whatever answered when they were recorded: a route that was added today groups last year's
    /// hits.
    ///
    /// Access is not decided again: hits do not tell the roles of their principals. Pruned hits
    /// have no URL any more, and are left out.
    public var regroups = false
    /// Whether to count in the window before as well: as long a one, which ends where the
    /// selection's begins.
    public var comparesPrevious = false
    /// The most rows of the report; 0: all; `nil`: as many as the report has by itself, which is all
    /// but for the values of a parameter and the routes of a timeline, 10 each.
    public var limit: Int?

    /// Asks about hits.
    ///
    /// - Parameters:
    ///   - selection: Which hits.
    ///   - snapshot: The registry that says what their ids mean.
    public init(_ selection: HitSelection = HitSelection(), in snapshot: RegistrySnapshot) {
        self.selection = selection
        self.snapshot = snapshot
    }

    /// The selection of the window before.
    ///
    /// - Throws: `invalidValue` if the window has no beginning or no end.
    func previousSelection() throws(RouteDBError) -> HitSelection? {
        guard comparesPrevious else { return nil }
        guard let since = selection.since, let until = selection.until else {
            throw RouteDBError(
                .invalidValue, "A comparison needs a window with a start and an end.",
                hint: "Add '--since', such as '--since 7d'.")
        }
        let (length, overflows) =
            until.microseconds.subtractingReportingOverflow(since.microseconds)
        let (start, isTooEarly) = since.microseconds.subtractingReportingOverflow(length)
        guard !overflows, !isTooEarly else {
            throw RouteDBError(.invalidValue, "There is no earlier window of the same length.")
        }
        var previous = selection
        previous.since = Timestamp(microseconds: start)
        previous.until = since
        return previous
    }

    /// The filter of a selection.
    func filter(_ selection: HitSelection, _ regrouping: Regrouping?) -> AnalysisFilter {
        var filter = AnalysisFilter()
        // An empty window has no hits, and neither has a filter for no outcomes.
        let since = selection.since?.microseconds ?? .min
        if let until = selection.until?.microseconds {
            if until > since { filter.times = since...(until - 1) } else { filter.outcomes = [] }
        } else {
            filter.times = since ... .max
        }
        filter.namespaces = selection.namespaces.map { Set($0.map(\.rawValue)) }
        filter.routes = selection.routes.map { Set($0.map(\.rawValue)) }
        if let outcomes = selection.outcomes, filter.outcomes == nil {
            filter.outcomes = Set(outcomes.map { Int64(HitOutcome($0).rawValue) })
        }
        filter.regrouping = regrouping
        return filter
    }
}
