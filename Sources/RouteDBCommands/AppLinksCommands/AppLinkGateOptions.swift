import ArgumentParser
import RouteDB
import RouteDBAppLinks

/// The options for which differences make a proof fail.
struct AppLinkGateOptions: ParsableArguments {
    /// A kind of difference that may be accepted.
    private static let types = "types"
    private static let never = "never"

    @Option(
        name: .customLong("accept"),
        help: ArgumentHelp(
            """
            Accept these comma-separated kinds of differences; may be repeated. 'types': links \
            that only a value of another type tells from those of a route, as /a/x for \
            /a/{id:int}.
            """, valueName: "kinds"),
        completion: .list([types]), transform: Self.kinds)
    var accepted: [[String]] = []

    @Option(
        name: .customLong("fail-on"),
        help: ArgumentHelp(
            """
            Exit with status 1 only for these comma-separated verdicts; may be repeated, or is \
            never (default: all but exact).
            """, valueName: "verdicts"),
        completion: .list(AppLinkProofGate.verdicts.map(\.rawValue) + [never]),
        transform: Self.verdicts)
    var failing: [[AppLinkProof.Verdict]] = []

    /// The criteria that the options set for a proof.
    var gate: AppLinkProofGate {
        let acceptsTypes = !accepted.allSatisfy(\.isEmpty)
        return failing.isEmpty
            ? AppLinkProofGate(acceptsTypes: acceptsTypes)
            : AppLinkProofGate(failing: failing.flatMap(\.self), acceptsTypes: acceptsTypes)
    }

    private static func kinds(_ text: String) throws -> [String] {
        try CommaList.texts(text).map { name in
            if name == types { return name }
            throw ValidationError(
                "Unknown kind '\(name)'. \(NameSuggestion.hint(for: name, among: [types]))")
        }
    }

    private static func verdicts(_ text: String) throws -> [AppLinkProof.Verdict] {
        try CommaList.texts(text).compactMap { name in
            if name == never { return nil }
            if let verdict = AppLinkProof.Verdict(rawValue: name), verdict != .exact {
                return verdict
            }
            let names = AppLinkProofGate.verdicts.map(\.rawValue) + [never]
            throw ValidationError(
                "Unknown verdict '\(name)'. \(NameSuggestion.hint(for: name, among: names))")
        }
    }
}
