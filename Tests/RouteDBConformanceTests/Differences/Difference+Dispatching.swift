import RouteDB

extension Difference {
    /// Those in calling the code behind targets and in showing screens.
    static let dispatching: [Difference] = [
        Difference(
            id: "D11", title: "Exactly one unmatched handler is called",
            reason: """
                If a scheme falls back to the global routes, JLRoutes calls the unmatched \
                handlers of both, so an app may open the same link in a browser twice. RouteDB \
                calls only the nearest one: that of the namespace that was asked first.
                """
        ) { failed in
            failed.test.system == .jlroutes && failed.keys == ["unmatchedCalls"]
                && failed.test.expect.texts("unmatchedCalls").count > 1
        },
        Difference(
            id: "D12", title: "A route without parameters goes to its own handler",
            reason: """
                IKRouter passes it to the handler of stacks, with an empty stack, and never \
                calls the handler that was registered with the route.
                """
        ) { failed in
            failed.test.system == .ikrouter && failed.test.options["routableHandler"] != nil
                && !(failed.facts.text("pattern") ?? "").contains("/:")
        },
        Difference(
            id: "D13", title: "A completion ends exactly once",
            reason: """
                AHServiceRouter never calls the completion of a request that nobody handled, \
                and passes on every call that a task makes, however many. A caller needs \
                exactly one. In RouteDB the completion fails if the code that was called did \
                not handle the request, and further calls are counted but not passed on.
                """
        ) { failed in
            failed.test.system == .ahservicerouter && failed.isCorner
                && failed.keys == ["completion"]
                && failed.test.expect.array("completion").map { $0.count != 1 } == true
        },
        Difference(
            id: "D14", title: "An action leaves alone what it does not set",
            reason: """
                ARoute treats everything that an action does not set as a wish to clear it: \
                the request's animation and callbacks, and the registration's parameters and \
                guard, are dropped. RouteDB keeps them, above all the guard.
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
                ARoute crashes the app if a guard denies and there is no failure callback, or \
                if a route of the prestack does not exist. RouteDB reports what happened.
                """
        ) { failed in
            failed.test.system == .aroute && failed.test.expect.text("outcome") == "crash"
        },
        Difference(
            id: "D16", title: "A route that lies below brings its own prestack",
            reason: """
                If a prestack names a route, ARoute adds only that route's screen. RouteDB \
                also adds the screens that would be below it if it were opened by itself.
                """
        ) { failed in
            failed.test.system == .aroute && failed.isCorner && failed.keys == ["stack"]
                && failed.namesRouteBelow
                && failed.test.routes.contains { $0["prestack"] != nil }
        },
        Difference(
            id: "D17", title: "Guards are asked about matches only",
            reason: """
                ARoute asks the guard of a request even if no route matches, and then reports \
                that something was denied that does not exist.
                """
        ) { failed in
            failed.test.system == .aroute && failed.test.expect.text("outcome") == "denied"
                && failed.facts.flag("matched") == false
        },
        Difference(
            id: "D18", title: "A named route is found by its name",
            reason: """
                ARoute accepts names and documents requests by name, but its code compares \
                patterns, and a request by name has none.
                """
        ) { failed in
            failed.test.system == .aroute && failed.isCorner
                && failed.test.request.text("name") != nil
                && failed.facts.flag("matched") == true
        },
        Difference(
            id: "D19", title: "A screen that is in the stack is never presented again",
            reason: """
                If a worker finds an existing screen and the caller asks to present it, \
                AHServiceRouter presents it again, which UIKit refuses. RouteDB returns to it.
                """
        ) { failed in
            failed.test.system == .ahservicerouter
                && failed.test.request.text("type")?.hasPrefix("present") == true
                && failed.facts.text("action") == "popTo"
        },
        Difference(
            id: "D20", title: "Names of services and tasks can be written on a command line",
            reason: """
                A task's name is not empty, contains no `/` or `:`, has no space at either \
                end, and does not begin with a character that is special in patterns, so it \
                can never be mistaken for a pattern or an option. A service's name is a \
                namespace's name: ASCII letters, digits, `-`, `_` and `.`. AHServiceRouter \
                accepts any text for both.
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
