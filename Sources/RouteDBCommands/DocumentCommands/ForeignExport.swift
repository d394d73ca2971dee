import RouteDB
import RouteDBInsight

/// The formats of other programs that 'export' writes.
enum ForeignFormat: String, CaseIterable, Sendable {
    case openapi, netlify, cloudflare, vercel, nginx

    static let list = allCases.map(\.rawValue).joined(separator: ", ")

    /// Writes a namespace.
    func written(
        _ snapshot: RegistrySnapshot, namespace: String
    ) throws -> (text: String, count: Int, losses: ExchangeLosses) {
        if self == .openapi {
            let export = try OpenAPIExport(snapshot, namespace: namespace)
            return (JSONValue.object(export.json).indented + "\n", export.count, export.losses)
        }
        let rules = try RedirectRules(snapshot, namespace: namespace)
        let export: RedirectRules.Export =
            switch self {
            case .cloudflare: rules.hosted(by: .cloudflare)
            case .vercel: rules.vercel()
            case .nginx: rules.nginx()
            case .netlify, .openapi: rules.hosted(by: .netlify)
            }
        return (export.text, export.count, export.losses)
    }
}

extension JSONValue {
    /// The value with a line for each member and element, for files that people read.
    fileprivate var indented: String {
        var text = ""
        write(to: &text, indent: "")
        return text
    }

    private func write(to text: inout String, indent: String) {
        let inner = indent + "  "
        switch self {
        case .object(let object) where !object.members.isEmpty:
            text += "{"
            for (index, member) in object.members.enumerated() {
                text += "\(index == 0 ? "" : ",")\n\(inner)\(JSONValue.string(member.key)): "
                member.value.write(to: &text, indent: inner)
            }
            text += "\n\(indent)}"
        case .array(let values) where !values.isEmpty:
            text += "["
            for (index, value) in values.enumerated() {
                text += "\(index == 0 ? "" : ",")\n\(inner)"
                value.write(to: &text, indent: inner)
            }
            text += "\n\(indent)]"
        default: text += description
        }
    }
}
