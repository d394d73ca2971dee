import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// The first lines of logs, shown as an import would read them.
struct LogTrial {
    let format: String?
    let options: LogOptions
    let isJSON: Bool
    let context: CommandContext

    /// Shows the first lines of each file; the status is 3 if one would be rejected.
    func show(_ files: [String]) throws {
        for file in files { try show(file) }
    }

    private func show(_ file: String) throws {
        let input = try PeekedInput(file, in: context)
        var log = try LogLines(LogInput(input))
        guard let preview = LogPreview(&log, format: format, options: options) else {
            throw RouteDBError(
                .unknownFormat,
                format.map { "The log '\(input.name)' is not in the format '\($0)'." }
                    ?? "The format of the log '\(input.name)' could not be detected.",
                hint:
                    "Specify the format: \(LogFormat.names.joined(separator: ", ")); a format string"
                    + " of the server; or '--url-field' for JSON.")
        }
        if preview.lines.contains(where: { $0.reject != nil }) { context.setExitStatus(.rejects) }
        if isJSON {
            try context.output.writeLine(Self.object(preview, file).description)
        } else {
            for line in Self.text(preview, input.name) { try context.output.writeLine(line) }
        }
    }

    private static func text(_ preview: LogPreview, _ name: String) -> [String] {
        let reason = preview.reason.map { " (\($0))" } ?? ""
        var lines = [PlainText.shown("\(name): \(preview.format.name)\(reason)")]
        for line in preview.lines {
            lines.append("")
            lines.append("line \(line.number)")
            if let reject = line.reject { lines.append("  rejected   \(reject)") }
            for member in line.fields.members {
                let text =
                    if case .string(let text) = member.value { text } else { "\(member.value)" }
                let unit = member.key == "duration" ? " µs" : ""
                let key = member.key + String(repeating: " ", count: 9 - member.key.count)
                lines.append(PlainText.shown("  \(key)  \(text)\(unit)"))
            }
        }
        if !preview.missing.isEmpty {
            lines += ["", "missing in all of them: \(preview.missing.joined(separator: ", "))"]
        }
        return lines
    }

    private static func object(_ preview: LogPreview, _ file: String) -> JSONObject {
        [
            "schema": 1, "file": .string(file), "format": .string(preview.format.name),
            "reason": preview.reason.map(JSONValue.string) ?? .null,
            "missing": .array(preview.missing.map(JSONValue.string)),
            "lines": .array(
                preview.lines.map { line in
                    let reject = line.reject.map { JSONValue.string($0.description) } ?? .null
                    let head: JSONObject = [
                        "line": .int(Int64(line.number)), "rejected": reject,
                    ]
                    return .object(head.merging(line.fields))
                }),
        ]
    }
}
