#if Server
import HTTPTypes
import RouteDB

/// Thrown to roll back an edit that has to be confirmed.
struct ConfirmationNeeded: Error {
    /// The routes with traffic that would be removed or disabled, unless the request allows it.
    private let routes: [Route]
    /// The changes that would widen access, unless the request allows it.
    private let widenings: [JSONValue]
    private let names: [NamespaceID: String]

    /// The parameters that confirm.
    static let parameters: [Endpoint.Parameter] = [
        .query(
            "allowRemovals", .flag,
            "Whether routes that ever had hits may be removed or disabled."),
        .query(
            "allowAccessChanges", .flag,
            "Whether requests may pass that access rules refuse now."),
    ]

    /// Throws if a plan does what its call does not confirm.
    static func check(
        _ plan: RegistryPlan, _ traffic: RouteTraffic?, for call: Call
    ) throws(ConfirmationNeeded) {
        let needed = ConfirmationNeeded(
            routes: call.flag("allowRemovals") ? [] : plan.needingConfirmation(traffic),
            widenings: call.flag("allowAccessChanges") ? [] : plan.wideningObjects,
            names: plan.before.namespaceNames)
        if !(needed.routes.isEmpty && needed.widenings.isEmpty) { throw needed }
    }

    /// The problem to answer.
    var problem: Problem {
        let count = routes.count
        var (reasons, flags): ([String], [String]) = ([], [])
        if count > 0 {
            reasons.append(
                "This would remove or disable \(NumberText.counted(count, "route")) with"
                    + " traffic, or with traffic that is not known.")
            flags.append("'?allowRemovals'")
        }
        if !widenings.isEmpty {
            reasons.append("This would let requests pass that access rules refuse now.")
            flags.append("'?allowAccessChanges'")
        }
        return Problem(
            .conflict, "confirmationRequired", reasons.joined(separator: " "),
            hint: "Send it with \(flags.joined(separator: " and ")) if that is meant.",
            details: [
                "routes": .array(
                    routes.prefix(100).map { route in
                        .object(
                            RouteOutput(
                                route, namespace: names[route.namespace] ?? "",
                                defaults: [:]
                            ).object)
                    }),
                "widenings": .array(Array(widenings.prefix(100))),
            ])
    }
}

extension RegistryPlan {
    /// The routes that it ends and that ever had hits, or may have had.
    fileprivate func needingConfirmation(_ traffic: RouteTraffic?) -> [Route] {
        (removed + disabled).filter { route in
            traffic.map { !$0.hits(of: route.id).isNone } ?? true
        }
    }
}
#endif
