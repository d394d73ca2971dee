#if Server
import Hummingbird
package import RouteDB

/// The answers of a program to those who watch it.
package struct Probes: Sendable {
    let readiness: @Sendable () async -> Readiness
    let metrics: @Sendable () async -> String

    /// Describes what a program answers.
    package init(
        readiness: @escaping @Sendable () async -> Readiness,
        metrics: @escaping @Sendable () async -> String
    ) {
        self.readiness = readiness
        self.metrics = metrics
    }
}

/// The answer of `/readyz`: whether a program is ready, and what its registry has.
package struct Readiness: Sendable {
    /// The revision of the registry; `nil` if there is none yet.
    var revision: Int64?
    /// How many revisions the file is ahead, if it can be read.
    var lag: Int64?
    /// The code of what is wrong.
    var error: String?
    /// The last contact with the source that the registry follows.
    var source: ReplicaStatus?

    /// Describes a program.
    package init(
        revision: Int64?, lag: Int64? = nil, error: String? = nil, source: ReplicaStatus? = nil
    ) {
        (self.revision, self.lag, self.error, self.source) = (revision, lag, error, source)
    }

    /// The answer at a time.
    func response(at now: Timestamp) -> Response {
        .json(
            [
                "ready": .bool(error == nil), "revision": revision.map(JSONValue.int) ?? .null,
                "lag": lag.map(JSONValue.int) ?? .null,
                "error": error.map(JSONValue.string) ?? .null,
                "source": source.map { .object(Self.object($0, at: now)) } ?? .null,
            ], status: error == nil ? .ok : .serviceUnavailable)
    }

    /// The state of a source: it may be away for as long as it likes, and URLs are resolved all the same.
    private static func object(_ contact: ReplicaStatus, at now: Timestamp) -> JSONObject {
        let age = max(.zero, now - contact.time).components.seconds
        return [
            "age": contact.time == .epoch ? .null : .int(age),
            "error": contact.error.map(JSONValue.string) ?? .null,
        ]
    }
}

extension ServiceState {
    /// The answers of the service to those who watch it.
    var probes: Probes {
        Probes(readiness: { await readiness() }, metrics: { await metricsText() })
    }

    /// Returns whether URLs are resolved against the newest revision.
    func readiness() async -> Readiness {
        let health = registry.health
        var newest: Int64?
        var code = health.refreshError?.code ?? tokens.error?.code
        do throws(RouteDBError) {
            newest = try await registry.revisions(limit: 1).first?.number
        } catch {
            code = code ?? error.code
        }
        return Readiness(
            revision: health.revision, lag: newest.map { $0 - health.revision },
            error: code?.description, source: (try? await registry.sourceContact) ?? nil)
    }

    /// The metrics in the text format of Prometheus.
    func metricsText() async -> String {
        metrics.text(
            health: registry.health, contact: (try? await registry.sourceContact) ?? nil,
            recording: await registry.recorder?.health, hitsSetAside: shared?.hitsSetAside,
            droppedEntries: accessLog?.dropped ?? 0)
    }
}
#endif
