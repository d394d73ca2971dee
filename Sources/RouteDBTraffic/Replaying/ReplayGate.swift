import RouteDBRouting

/// Which differences make a replay fail.
package struct ReplayGate: Sendable {
    /// How many hits may resolve differently.
    package enum Limit: Hashable, Sendable {
        /// A share of all, from 0 to 1.
        case share(Double)
        case count(Int64)

        /// Reads a share with a percent sign, or a number, such as `0.1%` or `100`.
        package init?(_ text: String) {
            if text.utf8.last == UInt8(ascii: "%") {
                guard let number = Double(text.dropLast()), (0...100).contains(number) else {
                    return nil
                }
                self = .share(number / 100)
            } else {
                guard let count = Int64(text), count >= 0 else { return nil }
                self = .count(count)
            }
        }
    }

    private static let different = "hits that resolve differently"

    /// The classes that fail; with some, other differences are only shown.
    private let failing: [ReplayClass]
    private let limit: Limit?
    private let minimumHits: Int64
    private let requiresAttributes: Bool

    /// Creates a gate.
    package init(
        failing: [ReplayClass] = [], limit: Limit? = nil, minimumHits: Int64 = 1,
        requiresAttributes: Bool = false
    ) {
        self.requiresAttributes = requiresAttributes
        self.failing = failing
        self.limit = limit
        self.minimumHits = minimumHits
    }

    /// Why a report fails; empty if it passes.
    ///
    /// Accepted differences do not count.
    package func failures(of report: ReplayReport) -> [String] {
        let failures = failing.compactMap { kind in
            let count = report.unaccepted(kind)
            guard count.recorded > 0 else { return String?.none }
            return "hits that are \(kind.rawValue): \(NumberText.grouped(count.hits))"
        }
        let open = report.unaccepted
        let lacks = requiresAttributes ? report.lacks.map(\.sentence) : []
        return failures + lacks
            + exceeding(
                open.hits, share: open.share(of: report.total), isSome: open.recorded > 0,
                Self.different)
    }

    /// Why another number of changed hits fails; empty if it passes.
    package func failures(changed: Int64, of total: Int64) -> [String] {
        exceeding(
            changed, share: Double(changed) / Double(max(1, total)), isSome: changed > 0,
            "hits that change")
    }

    private func exceeding(
        _ hits: Int64, share: Double, isSome: Bool, _ what: String
    ) -> [String] {
        switch limit {
        case .share(let most) where share > most:
            let shares = [share, most].map(NumberText.share)
            return ["\(what): \(shares[0]) of all, more than \(shares[1])"]
        case .count(let most) where hits > most:
            return ["\(what): \(NumberText.grouped(hits)), more than \(NumberText.grouped(most))"]
        case nil where failing.isEmpty && isSome:
            return ["\(what): \(NumberText.grouped(hits))"]
        default: return []
        }
    }

    /// The code of the error that there are too few hits.
    package static let shortageCode = "tooFewHits"

    /// Why a report shows nothing; `nil` if there are enough hits, or the replay was interrupted.
    package func shortage(of report: ReplayReport) -> String? {
        guard report.isComplete, report.matched.recorded < minimumHits else { return nil }
        if report.total.recorded < minimumHits {
            return shortage(hits: report.total.recorded, isComplete: true)
        }
        let (matched, all) = (report.matched.recorded, report.total.recorded)
        let bound = minimumHits == 1 ? "" : ", fewer than \(minimumHits)"
        return "Of \(NumberText.hits(all)), \(NumberText.grouped(matched)) match a route before or"
            + " after the change\(bound), so nothing shows that it is safe."
    }

    /// Why a number of hits shows nothing; `nil` if it is enough, or if not all were seen.
    package func shortage(hits count: Int64, isComplete: Bool) -> String? {
        guard count < minimumHits, isComplete else { return nil }
        let replayed =
            count == 0 ? "No hits were" : "Only \(count) \(count == 1 ? "hit was" : "hits were")"
        let bound = minimumHits == 1 ? "" : ", fewer than \(minimumHits)"
        return "\(replayed) replayed\(bound), so nothing shows that the change is safe."
    }
}
