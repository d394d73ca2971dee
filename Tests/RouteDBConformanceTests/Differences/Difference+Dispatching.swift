import RouteDB

extension Difference {
    /// Those in calling the code behind targets and in showing screens.
    static let dispatching: [Difference] = [
        Difference(
            id: "D11", title: "Exactly one unmatched handler is called",
            reason: """
                Where a scheme falls back to the global routes, JLRoutes calls the unmatched \
                handlers of both, so that an app opens the same link in a browser twice. \
                RouteDB calls the nearest one: that of the namespace that was asked first.
                """
        ) { failed in
            failed.test.system == .jlroutes && failed.keys == ["unmatchedCalls"]
                && failed.test.expect.texts("unmatchedCalls").count > 1
        },
        Difference(
            id: "D12", title: "A route without parameters goes to its own handler",
            reason: """
                IKRouter hands it to the consumer of stacks, with an empty stack, and never \
                calls the handler that was registered with it.
                """
        ) { failed in
            failed.test.system == .ikrouter && failed.test.options["routableHandler"] != nil
                && !(failed.facts.text("pattern") ?? "").contains("/:")
        },
        Difference(
            id: "D13", title: "A completion ends exactly once",
            reason: """
                AHServiceRouter never calls the completion of a request that nobody took, and \
                calls it as often as a task does. Who waits for it has to hear, and once: in \
                RouteDB it fails when the code that was called did not take the request, and \
                further calls are counted and not passed on.
                """
        ) { failed in
            failed.test.system == .ahservicerouter && failed.isCorner
                && failed.keys == ["completion"]
                && failed.test.expect.array("completion").map { $0.count != 1 } == true
        },
        Difference(
            id: "D14", title: "An action leaves alone what it does not set",
            reason: """
                ARoute takes everything that an action has not set for a wish to have none: \
                it drops the request's animation and callbacks, and the registration's \
                parameters and guard. In RouteDB they stay; above all the guard.
                """
        ) { failed in
            let keys: Set = ["animated", "completion", "failure", "outcome", "parameters"]
            return failed.test.system == .aroute && failed.isCorner
                && failed.keys.isSubset(of: keys)
                && failed.test.routes.contains { $0.object("action") != nil }
        },
        Difference(
            id: "D15", title: "No request stops the app",
            reason: """
                ARoute stops the app when a guard denies and nobody listens, or when a route \
                that is to lie below a screen is not there. RouteDB reports what happened.
                """
        ) { failed in
            failed.test.system == .aroute && failed.test.expect.text("outcome") == "crash"
        },
        Difference(
            id: "D16", title: "A route that lies below brings its own prestack",
            reason: """
                ARoute takes the screen alone of a route in a prestack. RouteDB puts below it \
                what lies below it when it is opened by itself.
                """
        ) { failed in
            failed.test.system == .aroute && failed.isCorner && failed.keys == ["stack"]
                && failed.namesRouteBelow
                && failed.test.routes.contains { $0["prestack"] != nil }
        },
        Difference(
            id: "D17", title: "Guards are asked about matches only",
            reason: """
                ARoute asks the guard of a request also when no route matches, and tells the \
                caller that something was denied which is not there.
                """
        ) { failed in
            failed.test.system == .aroute && failed.test.expect.text("outcome") == "denied"
                && failed.facts.flag("matched") == false
        },
        Difference(
            id: "D18", title: "A named route is found by its name",
            reason: """
                ARoute takes names and documents requests by name, and its code compares \
                patterns with a route that such a request does not have.
                """
        ) { failed in
            failed.test.system == .aroute && failed.isCorner
                && failed.test.request.text("name") != nil
                && failed.facts.flag("matched") == true
        },
        Difference(
            id: "D19", title: "A screen that is in the stack is never presented again",
            reason: """
                AHServiceRouter presents a screen that a worker found in the stack when the \
                caller asks for that, which UIKit refuses. RouteDB returns to it.
                """
        ) { failed in
            failed.test.system == .ahservicerouter
                && failed.test.request.text("type")?.hasPrefix("present") == true
                && failed.facts.text("action") == "popTo"
        },
        Difference(
            id: "D20", title: "Names of services and tasks can be written on a command line",
            reason: """
                The name of a task is not empty, has no `/`, no `:` and no space at an end, \
                and does not begin with a mark of patterns, so that it is never taken for a \
                pattern or an option. The name of a service is that of a namespace: ASCII \
                letters, digits, `-`, `_` and `.`. AHServiceRouter takes any text for both.
                """
        ) { failed in
            failed.test.system == .ahservicerouter && failed.isCorner
                && failed.refusals.contains { $0.isMalformed }
        },
    ]
}

extension FailedCase {
    /// Whether a prestack of the case names a route.
    fileprivate var namesRouteBelow: Bool {
        (test.routes + [test.request]).contains { object in
            (object.array("prestack") ?? []).contains { $0.object?["route"] != nil }
        }
    }
}
