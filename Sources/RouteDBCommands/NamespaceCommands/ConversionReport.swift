import RouteDB
import RouteDBInsight

/// The output for a conversion.
struct ConversionReport {
    let conversion: NamespaceConversion
    /// The revision that was created, or would be in a dry run.
    let revision: Int64?
    let options: ConversionOptions
    let write: WriteOptions

    /// The seed, which the option limits to `Int64`.
    private var seed: JSONValue { .int(Int64(clamping: options.seed)) }

    private var outcome: String {
        guard conversion.isPossible else { return "refused" }
        return revision == nil ? "unchanged" : "converted"
    }

    // MARK: JSON

    /// The conversion as JSON.
    var object: JSONObject {
        var object = WriteReport.head(revision: revision, write)
        var overrides = JSONObject()
        for kept in conversion.policies { overrides[kept.policy.rawValue] = .string(kept.value) }
        object["namespace"] = [
            "outcome": .string(outcome), "name": .string(conversion.namespace.name),
            "from": .string(conversion.namespace.profile.rawValue),
            "overrides": .object(overrides),
        ]
        object["failure"] = conversion.failure.map { .string(text($0)) } ?? .null
        object["routes"] = .array(conversion.routes.map { .object(self.object($0)) })
        object["policies"] = .array(conversion.policies.map { .object(self.object($0)) })
        object["dropped"] = .array(
            conversion.droppedPolicies.map { .string($0.rawValue) })
        object["proof"] = [
            "urls": .int(Int64(conversion.urlCount)), "hits": .int(Int64(conversion.hitCount)),
            "seed": seed, "newHitsAllowed": .bool(options.allowsNewMatches),
            "unhit": .array(conversion.unhitRoutes.map { .int($0.rawValue) }),
        ]
        return object
    }

    private func object(_ route: RouteTranslation) -> JSONObject {
        [
            "id": .int(route.route.id.rawValue), "before": .string(route.route.patternText),
            "after": .string(route.result.patternText),
            "obstacle": route.obstacle.map(JSONValue.string) ?? .null,
            "url": conversion.witnesses[route.route.id].map(JSONValue.string) ?? .null,
        ]
    }

    private func object(_ kept: KeptPolicy) -> JSONObject {
        var object: JSONObject = [
            "policy": .string(kept.policy.rawValue), "value": .string(kept.value),
        ]
        var difference: ResolutionDifference?
        if case .difference(let found) = kept.reason { difference = found }
        object["reason"] = .string(text(kept.reason))
        object["url"] = difference.map { .string($0.url) } ?? .null
        object["kind"] = difference?.kind.map(JSONValue.string) ?? .null
        object["before"] = difference.map { .string($0.before) } ?? .null
        object["after"] = difference.map { .string($0.after) } ?? .null
        return object
    }

    // MARK: Text

    /// The conversion as lines of text.
    var lines: [String] {
        var lines = [(write.dryRun ? "dry run: " : "") + headline]
        if let failure = conversion.failure {
            lines += self.lines(failure)
        } else if revision != nil {
            lines += conversion.routes.filter(\.isChange).map {
                "  #\($0.route.id.rawValue)  \($0.route.patternText) -> \($0.result.patternText)"
            }
            lines += obstacleLines + policyLines + proofLines
        } else {
            lines += obstacleLines
        }
        return lines.map(PlainText.shown)
    }

    private var headline: String {
        let name = "namespace '\(conversion.namespace.name)'"
        guard conversion.isPossible else { return "not converted \(name)" }
        guard let revision else { return "unchanged \(name)" }
        let count = conversion.routes.count
        return "converted \(name) from \(conversion.namespace.profile.rawValue),"
            + " \(NumberText.counted(count, "route"))  (revision \(revision))"
    }

    private var obstacleLines: [String] {
        conversion.obstacles.map { found in
            let pattern = found.route.patternText
            return "  #\(found.route.id.rawValue)  \(pattern) kept as is: \(found.obstacle ?? "")"
        }
    }

    private var policyLines: [String] {
        conversion.policies.flatMap { kept in
            var lines = ["  keeps \(kept.policy.rawValue)=\(kept.value)  \(text(kept.reason))"]
            if case .difference(let difference) = kept.reason {
                lines.append("    with it     \(difference.before)")
                lines.append("    without it  \(difference.after)")
            }
            return lines
        } + (dropped.isEmpty ? [] : ["  gives up \(dropped)"])
    }

    private var dropped: String {
        conversion.droppedPolicies.map(\.rawValue).joined(separator: " ")
    }

    /// Returns lines that explain why the conversion failed.
    private func lines(_ failure: KeptPolicy.Reason) -> [String] {
        guard case .difference(let difference) = failure else { return ["  \(text(failure))"] }
        return [
            "  a result would change \(text(failure))", "    before  \(difference.before)",
            "    after   \(difference.after)",
        ]
    }

    private var proofLines: [String] {
        let (count, hits) = (conversion.urlCount, conversion.hitCount)
        let proof =
            options.allowsNewMatches
            ? "\(hits) URLs that match a route resolve as before, of \(count)"
            : "\(count) URLs resolve as before, of which \(hits) match a route"
        var lines = ["  \(proof)  (seed \(seed))"]
        let unhit = conversion.unhitRoutes
        if !unhit.isEmpty {
            let ids = unhit.prefix(8).map { "#\($0.rawValue)" }.joined(separator: " ")
            lines.append(
                "  no URL hit \(ids)\(unhit.count > 8 ? " and \(unhit.count - 8) more" : "")")
        }
        return lines
    }

    private func text(_ reason: KeptPolicy.Reason) -> String {
        switch reason {
        case .chosen: "set on the namespace itself"
        case .difference(let difference):
            "for '\(difference.url)'" + (difference.kind.map { " of kind '\($0)'" } ?? "")
        case .clash(let first, let second):
            "#\(first.rawValue) and #\(second.rawValue) would have the same pattern"
        case .obstacle(let id, let reason): "#\(id.rawValue): \(reason)"
        }
    }
}
