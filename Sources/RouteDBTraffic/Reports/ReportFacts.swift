import RouteDB
package import RouteDBRouting

/// A report as JSON: the selection with its totals, and a list of rows.
package protocol ReportFacts: Sendable {
    /// What the report selects, with its totals.
    var frame: ReportFrame { get }
    /// The members of the JSON besides the rows.
    var head: JSONObject { get }
    /// The key of the rows.
    var key: String { get }
    /// The rows as JSON.
    var objects: [JSONObject] { get }
}

extension ReportFacts {
    /// The report as JSON.
    package var object: JSONObject {
        let schema: JSONObject = ["schema": 1]
        return schema.merging(content)
    }

    /// The report as a part of other JSON.
    package var content: JSONObject {
        var object = head
        object[key] = .array(objects.map(JSONValue.object))
        return object
    }
}

extension HitCount {
    /// The count as JSON.
    package var json: JSONValue { ["hits": .int(hits), "weight": .int(weight)] }

    /// Returns the count of the previous window as JSON, with the change since then.
    package func json(since previous: HitCount?) -> JSONValue {
        guard let previous else { return .null }
        return [
            "hits": .int(previous.hits), "weight": .int(previous.weight),
            "delta": .int(weight &- previous.weight),
            "change": change(since: previous).map(JSONValue.double) ?? .null,
        ]
    }
}

extension ReportFrame {
    /// The members of a report's JSON that are common to all reports.
    package var head: JSONObject {
        func window(_ selection: HitSelection) -> JSONValue {
            ["since": Self.json(selection.since), "until": Self.json(selection.until)]
        }
        return [
            "window": window(selection),
            "previousWindow": previousSelection.map(window) ?? .null,
            "revision": .int(revision), "regrouped": .bool(isRegrouped),
            "total": total.json, "previousTotal": total.json(since: previousTotal),
            "pruned": [
                "hits": .int(pruned.hits), "weight": .int(pruned.weight),
                "counted": .bool(countsPruned),
            ],
        ]
    }

    fileprivate static func json(_ time: Timestamp?) -> JSONValue {
        time.map { .string("\($0)") } ?? .null
    }
}

// MARK: Top

extension TopReport: ReportFacts {
    package var head: JSONObject {
        frame.head.merging([
            "subject": .string(subject.rawValue), "others": others.json, "without": without.json,
        ])
    }

    package var key: String {
        if case .label = subject { "labels" } else { subject.rawValue }
    }

    package var objects: [JSONObject] { rows.map(\.object) }
}

extension TopReport.Row {
    /// The row as JSON.
    package var object: JSONObject {
        [
            "label": label.isEmpty ? .null : .string(label),
            "id": route.map { .int($0.rawValue) } ?? .null,
            "target": target.map { .string($0) } ?? .null, "count": count.json,
            "share": .double(share), "previous": count.json(since: previous),
        ]
    }
}

// MARK: Unmatched

extension UnmatchedReport: ReportFacts {
    package var head: JSONObject {
        var causes = JSONObject()
        for cause in Cause.allCases {
            causes[cause.rawValue] = (self.causes[cause] ?? HitCount()).json
        }
        return frame.head.merging(["causes": .object(causes), "others": others.json])
    }

    package var key: String { "clusters" }
    package var objects: [JSONObject] { clusters.map(\.object) }
}

extension UnmatchedReport.Cluster {
    /// The cluster as JSON.
    package var object: JSONObject {
        [
            "template": .string(template), "cause": .string(cause.rawValue), "count": count.json,
            "share": .double(share), "previous": count.json(since: previous),
            "first": ReportFrame.json(first), "last": ReportFrame.json(last),
            "example": .string(example), "nearest": nearest.map { .int($0.rawValue) } ?? .null,
            "nearestLabel": nearestLabel.map { .string($0) } ?? .null,
            "suggestion": suggestion.map { .string($0) } ?? .null,
        ]
    }
}

// MARK: Dead and denied

extension DeadReport: ReportFacts {
    package var head: JSONObject {
        frame.head.merging(["routes": .int(Int64(routeCount)), "others": .int(Int64(others))])
    }

    package var key: String { "dead" }
    package var objects: [JSONObject] { rows.map(\.object) }
}

extension DeadReport.Row {
    /// The row as JSON.
    package var object: JSONObject {
        [
            "id": .int(route.id.rawValue), "label": .string(label),
            "namespace": .string(namespace), "target": .string(route.target),
            "cause": .string(cause.rawValue),
            "shadowedBy": shadowedBy.map { .int($0.rawValue) } ?? .null,
            "lastHit": ReportFrame.json(lastHit), "previous": HitCount().json(since: previous),
        ]
    }
}

extension DenialReport: ReportFacts {
    package var head: JSONObject {
        frame.head.merging(["refused": refused.json, "others": others.json])
    }

    package var key: String { "denied" }
    package var objects: [JSONObject] { rows.map(\.object) }
}

extension DenialReport.Row {
    /// The row as JSON.
    package var object: JSONObject {
        [
            "id": .int(route.rawValue), "label": .string(label),
            "outcome": .string(outcome.rawValue), "count": count.json, "share": .double(share),
            "previous": count.json(since: previous), "anonymous": anonymous.json,
            "principals": .int(Int64(principals)),
            "mostRefused": .array(
                mostRefused.map { ["id": .string($0.id), "count": $0.count.json] }),
            "first": .string("\(first)"), "last": .string("\(last)"),
        ]
    }
}

// MARK: Latency

extension LatencyReport: ReportFacts {
    package var head: JSONObject { frame.head }
    package var key: String { "rows" }
    package var objects: [JSONObject] { rows.map(\.object) }
}

extension LatencyReport.Row {
    /// The row as JSON.
    package var object: JSONObject {
        [
            "label": .string(label), "id": route.map { .int($0.rawValue) } ?? .null,
            "start": ReportFrame.json(start), "microseconds": histogram.json,
            "previous": previous?.json ?? .null,
        ]
    }
}

extension LatencyHistogram {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "count": .int(count), "mean": mean.map { .double($0) } ?? .null,
            "minimum": minimum.map { .int($0) } ?? .null,
        ]
        for (name, share) in LatencyReport.quantiles {
            object[name] = quantile(share).map { .int($0) } ?? .null
        }
        object["maximum"] = maximum.map { .int($0) } ?? .null
        return .object(object)
    }
}

// MARK: Parameters

extension ParameterReport: ReportFacts {
    package var head: JSONObject {
        frame.head.merging([
            "route": .int(route.rawValue), "label": .string(label),
            "rejected": rejected?.json ?? .null, "unreadable": unreadable.json,
        ])
    }

    package var key: String { "parameters" }
    package var objects: [JSONObject] { parameters.map(\.object) }
}

extension ParameterReport.Parameter {
    /// The parameter as JSON.
    package var object: JSONObject {
        func list(_ values: [ParameterReport.Value]) -> JSONValue {
            .array(
                values.map {
                    [
                        "text": .string($0.text), "count": $0.count.json,
                        "share": .double($0.share), "previous": $0.count.json(since: $0.previous),
                    ]
                })
        }
        return [
            "name": .string(name), "type": type.map { .string($0) } ?? .null,
            "present": present.json, "missing": missing.json, "invalid": invalid.json,
            "previousPresent": previousPresent?.json ?? .null,
            "previousMissing": previousMissing?.json ?? .null,
            "previousInvalid": previousInvalid?.json ?? .null,
            "distinct": .int(Int64(distinct)), "distinctBounded": .bool(isDistinctBounded),
            "types": list(types), "values": list(values), "invalidValues": list(invalidValues),
        ]
    }
}

// MARK: Timeline

extension TimelineReport: ReportFacts {
    package var head: JSONObject {
        frame.head.merging([
            "bucket": .string("\(bucket)"), "series": .array(series.map { .object($0.object) }),
        ])
    }

    package var key: String { "buckets" }
    package var objects: [JSONObject] { buckets.indices.map { bucketObject($0) } }

    /// Returns a bucket as JSON.
    package func bucketObject(_ index: Int) -> JSONObject {
        [
            "start": .string("\(buckets[index].start)"), "end": .string("\(buckets[index].end)"),
            "label": .string(buckets[index].label),
            "counts": .array(series.map { $0.counts[index].json }),
            "previous": total(index).json(since: previous(index)),
        ]
    }

    /// The hits of all series in a bucket.
    package func total(_ index: Int) -> HitCount { series.map { $0.counts[index] }.sum }

    /// The hits of all series in the same bucket of the previous window; `nil` unless compared.
    package func previous(_ index: Int) -> HitCount? {
        guard frame.previousSelection != nil else { return nil }
        return series.compactMap { series in
            series.previous.flatMap { index < $0.count ? $0[index] : nil }
        }.sum
    }
}

extension TimelineReport.Series {
    fileprivate var object: JSONObject {
        [
            "label": .string(label), "id": route.map { .int($0.rawValue) } ?? .null,
            "total": total.json, "previous": total.json(since: previousTotal),
        ]
    }
}
