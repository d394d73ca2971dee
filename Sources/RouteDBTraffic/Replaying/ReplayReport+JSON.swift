import RouteDB
package import RouteDBRouting
import RouteDBStorage

extension ReplayReport {
    /// Returns the report as JSON.
    package func object(
        base: JSONValue, head: JSONValue, sample: Double = 1, notes: [String] = [],
        failures: [String] = []
    ) -> JSONObject {
        var classes = JSONObject()
        for kind in ReplayClass.allCases {
            classes[kind.rawValue] = [
                "hits": .int(changed(kind).hits), "open": .int(unaccepted(kind).hits),
            ]
        }
        return [
            "schema": 1, "base": base, "head": head, "hits": .int(total.hits),
            "recorded": .int(total.recorded), "matched": .int(matched.hits),
            "sample": .double(sample),
            "firstSeen": Self.json(firstSeen), "lastSeen": Self.json(lastSeen),
            "changed": .int(changed.hits), "share": .double(changed.share(of: total)),
            "open": .int(unaccepted.hits), "classes": .object(classes),
            "refused": .object(refusals.object),
            "groups": .array(groups.map { .object($0.object(of: self)) }),
            "rejects": rejects.flatMap { $0.count > 0 ? $0.json : nil } ?? .null,
            "unusedAccepts": .int(Int64(unusedAcceptCount)),
            "lacks": .array(lacks.map(\.json)),
            "notes": .array(notes.map(JSONValue.string)), "complete": .bool(isComplete),
            "failures": .array(failures.map(JSONValue.string)),
        ]
    }

    fileprivate static func json(_ time: Timestamp?) -> JSONValue {
        time.map { .string($0.description) } ?? .null
    }

    fileprivate static func text(_ url: [UInt8]) -> JSONValue {
        .string(String(decoding: url, as: UTF8.self))
    }

    fileprivate static func json(_ fields: [RegistryChange.Field]) -> JSONValue {
        .array(
            fields.map { field in
                [
                    "name": .string(field.name), "old": field.old ?? .null,
                    "new": field.new ?? .null,
                ]
            })
    }
}

extension ReplayRejects {
    fileprivate var json: JSONValue {
        [
            "format": .string(format), "lines": .int(Int64(lineCount)),
            "rejected": .int(Int64(count)),
            "examples": .array(
                examples.map { example in
                    [
                        "log": .string(example.log), "line": .int(Int64(example.line)),
                        "reason": .string(example.reason),
                    ]
                }),
        ]
    }
}

extension ReplayGroup {
    /// Returns the group as JSON.
    package func object(of report: ReplayReport) -> JSONObject {
        json.merging([
            "hits": .int(count.hits), "recorded": .int(count.recorded),
            "share": .double(count.share(of: report.total)),
            "firstSeen": ReplayReport.json(firstSeen), "lastSeen": ReplayReport.json(lastSeen),
            "accepted": .bool(isAccepted),
            "examples": .array(
                examples.map { example in
                    [
                        "url": ReplayReport.text(example.url),
                        "time": ReplayReport.json(example.time),
                        "fields": ReplayReport.json(example.fields),
                    ]
                }),
        ])
    }
}

extension ReplayDifference {
    /// The difference as JSON.
    package var object: JSONObject {
        [
            "schema": 1, "place": .int(Int64(place)), "url": ReplayReport.text(url),
            "time": ReplayReport.json(time),
            "principal": principal.map(JSONValue.string) ?? .null, "weight": .int(weight),
            "classes": .array(classes.map { .string($0.rawValue) }),
            "oldOutcome": .string(oldOutcome.rawValue),
            "newOutcome": .string(newOutcome.rawValue),
            "old": oldRoute.map { .object($0.json) } ?? .null,
            "new": newRoute.map { .object($0.json) } ?? .null,
            "fields": ReplayReport.json(fields),
        ]
    }
}
