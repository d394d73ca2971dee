import ArgumentParser
import RouteDB

/// The default values of a request that is resolved, rather than only checked for access.
struct RequestDefaultOptions: ParsableArguments {
    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "A default value of the request, as JSON or else as text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var defaults: [DefaultAssignment] = []

    /// The values by key.
    var values: JSONObject { DefaultAssignment.object(defaults) }
}
