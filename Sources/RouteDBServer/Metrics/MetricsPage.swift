#if Server
import RouteDB

/// Lines of metrics, in the text format of Prometheus 0.0.4.
struct MetricsPage {
    /// The media type of the format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""
    private var name = ""

    /// Begins a metric.
    mutating func begin(_ name: String, _ kind: String, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    mutating func add(_ value: Int, _ labels: [(String, String)] = [], suffix: String = "") {
        add("\(value)", labels, suffix: suffix)
    }

    /// Adds a value; the labels are names of ours, which need no escapes.
    mutating func add(_ value: String, _ labels: [(String, String)], suffix: String = "") {
        let list = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }

    /// Adds what is known of the source that a registry follows.
    mutating func add(_ contact: ReplicaStatus) {
        begin(
            "routedb_source_contact_timestamp_seconds", "gauge",
            "When the source that the registry follows last answered, 0 if never.")
        add("\(Double(contact.time.microseconds) / 1_000_000)", [])
        begin(
            "routedb_source_failed", "gauge",
            "Whether the source was away, or sent what was refused, when asked last.")
        add(contact.error == nil ? 0 : 1)
    }
}
#endif
