#if canImport(UIKit) && !os(watchOS)
    public import RouteDB
    public import UIKit

    /// Carries out navigation plans with view controllers.
    ///
    /// ```swift
    /// let host = UIKitHost { window.rootViewController }
    /// host.register("user.profile") { screen, _ in UserController(id: screen.values["id"]) }
    /// let report = await dispatcher.navigate(DispatchRequest(url), on: host)
    /// ```
    ///
    /// A plan's verb, containers, wrapping, screens beneath, transition and reuse are all carried out: see
    /// `Docs/uikit.md`.
    @MainActor
    public final class UIKitHost: NavigationHost {
        /// A view controller.
        public typealias Screen = UIViewController

        /// Makes the view controller of a target, or returns `nil` to leave the request to the next match.
        public typealias Maker =
            @MainActor (_ screen: NavigationPlan.Screen, _ invocation: DispatchInvocation)
            async throws -> UIViewController?

        /// Why a plan could not be carried out.
        public enum Failure: Error, Hashable, Sendable {
            /// There is no view controller to show anything from.
            case noOrigin
            /// A screen was pushed where there is no navigation controller.
            case noNavigationController
            /// No container is registered under a name that a route uses.
            case unknownContainer(String)
        }

        /// Makes the containers of the app by their names, as in `"embedIn": "Drawer"`.
        public var containers: [String: @MainActor ([UIViewController]) -> UIViewController] = [:]
        /// Prepares a view controller for a transition by its name, such as by setting its
        /// `modalTransitionStyle`; called before it is shown.
        public var transitions: [String: @MainActor (UIViewController) -> Void] = [:]
        /// Existing view controllers by their tokens, as in `{"instance": "home"}`.
        public var instances: [String: @MainActor () -> UIViewController?] = [:]
        /// Decides whether a plan may be carried out; every plan may until you set it.
        public var mayShow: (@MainActor (NavigationPlan, UIViewController) -> Bool)?
        /// Opens a URL elsewhere that a redirect leads to, and returns whether it did; until you set it,
        /// none is opened.
        public var opener: (@MainActor (_ url: String) -> Bool)?

        private let root: @MainActor () -> UIViewController?
        private var makers: [String: Maker] = [:]
        private var shown: [Shown] = []

        /// A view controller that the host made, and what it is in a stack.
        private struct Shown {
            weak var controller: UIViewController?
            var entry: NavigationPlan.StackEntry
        }

        /// Creates a host.
        ///
        /// - Parameter root: Returns the view controller to show from, such as the root of a window: what is
        ///   presented over it, and the navigation controller on top, are found from there.
        public init(root: @escaping @MainActor () -> UIViewController?) { self.root = root }

        /// Registers the code that makes the view controller of a target, replacing what was registered.
        ///
        /// - Parameters:
        ///   - target: The target.
        ///   - maker: Makes the view controller.
        public func register(_ target: String, maker: @escaping Maker) { makers[target] = maker }

        // MARK: Where screens are shown

        /// The view controller that is on top of everything presented.
        public var top: UIViewController? {
            var top = root()
            while let presented = top?.presentedViewController { top = presented }
            return top
        }

        /// The navigation controller on top.
        public var navigation: UINavigationController? {
            var candidate = top
            if let tabs = candidate as? UITabBarController {
                candidate = tabs.selectedViewController
            }
            return candidate as? UINavigationController ?? candidate?.navigationController
        }

        // MARK: Plans

        /// Returns the targets and keys of the navigation controller on top, bottom first.
        public func stack() -> [NavigationPlan.StackEntry] {
            shown.removeAll { $0.controller == nil }
            return (navigation?.viewControllers ?? []).map { controller in
                shown.first { $0.controller === controller }?.entry
                    // What the app showed by itself is no screen of a target.
                    ?? NavigationPlan.StackEntry("")
            }
        }

        /// Makes the view controller of a screen, or finds the one that a token names.
        public func make(
            _ screen: NavigationPlan.Screen, for invocation: DispatchInvocation
        ) async throws -> ScreenAnswer<UIViewController> {
            switch screen.source {
            case .instance(let token):
                guard let controller = instances[token]?() else { return .declined }
                return .screen(controller)
            case .target(let target):
                guard let controller = try await makers[target]?(screen, invocation) else {
                    return .declined
                }
                note(controller, as: screen)
                return .screen(controller)
            }
        }

        /// Tells a view controller its new values, if it is a ``ReusableScreen``.
        public func update(
            _ index: Int, with screen: NavigationPlan.Screen, for invocation: DispatchInvocation
        ) async throws {
            guard let controllers = navigation?.viewControllers, controllers.indices.contains(index)
            else { throw Failure.noNavigationController }
            let controller = controllers[index]
            try await (controller as? any ReusableScreen)?.reuse(as: screen, for: invocation)
            shown.removeAll { $0.controller === controller }
            note(controller, as: screen)
        }

        /// Puts view controllers into a navigation controller, a tab bar controller, or a container of the
        /// app.
        public func contain(
            _ screens: [UIViewController], in container: RoutePresentation.Container
        ) throws -> UIViewController {
            switch container {
            case .navigation:
                let navigation = UINavigationController()
                navigation.setViewControllers(screens, animated: false)
                return navigation
            case .tab:
                let tabs = UITabBarController()
                tabs.setViewControllers(screens, animated: false)
                tabs.selectedIndex = max(0, screens.count - 1)
                return tabs
            case .custom(let name):
                guard let make = containers[name] else { throw Failure.unknownContainer(name) }
                return make(screens)
            }
        }

        /// Returns whether a view controller is a navigation controller.
        public func isContainer(_ screen: UIViewController) -> Bool {
            screen is UINavigationController
        }

        /// Asks ``mayShow``.
        public func allows(_ plan: NavigationPlan, top: UIViewController) -> Bool {
            mayShow?(plan, top) ?? true
        }

        /// Pushes view controllers onto the navigation controller on top, all at once.
        public func push(_ screens: [UIViewController], of plan: NavigationPlan) throws {
            guard let navigation else { throw Failure.noNavigationController }
            screens.last.map { prepare($0, plan) }
            navigation.setViewControllers(
                navigation.viewControllers + screens, animated: plan.isAnimated)
        }

        /// Presents view controllers, each over the one before it; returns when the last one is shown.
        public func present(_ screens: [UIViewController], of plan: NavigationPlan) async throws {
            guard var origin = top else { throw Failure.noOrigin }
            for (index, screen) in screens.enumerated() {
                prepare(screen, plan)
                let isLast = index == screens.count - 1
                let from = origin
                await withCheckedContinuation { continuation in
                    from.present(screen, animated: isLast && plan.isAnimated) {
                        continuation.resume()
                    }
                }
                origin = screen
            }
        }

        /// Pops the navigation controller on top to one of its view controllers.
        public func popTo(_ index: Int, of plan: NavigationPlan) throws {
            guard let navigation, navigation.viewControllers.indices.contains(index) else {
                throw Failure.noNavigationController
            }
            _ = navigation.popToViewController(
                navigation.viewControllers[index], animated: plan.isAnimated)
        }

        /// Asks ``opener``.
        public func open(_ url: String, for invocation: DispatchInvocation) -> Bool {
            opener?(url) ?? false
        }

        private func note(_ controller: UIViewController, as screen: NavigationPlan.Screen) {
            guard case .target(let target) = screen.source else { return }
            shown.append(
                Shown(
                    controller: controller,
                    entry: NavigationPlan.StackEntry(target, key: screen.key)))
        }

        private func prepare(_ controller: UIViewController, _ plan: NavigationPlan) {
            plan.transition.flatMap { transitions[$0] }?(controller)
        }
    }

    extension LinkRouter where Screen == UIViewController {
        /// Creates a router that shows view controllers where a host would, or from the one that the caller
        /// names.
        ///
        /// - Parameters:
        ///   - registry: The registry that has the routes, or `nil` for a new one in memory.
        ///   - host: Knows what is on top.
        /// - Throws: ``RouteDBError`` if memory runs out.
        public convenience init(
            _ registry: RouteRegistry? = nil, on host: UIKitHost
        ) throws(RouteDBError) {
            try self.init(
                registry,
                showingFrom: { screen, verb, origin, resolution in
                    let presentation = resolution?.route?.presentation
                    let isAnimated = presentation?.isAnimated ?? true
                    switch verb {
                    case .push, .popTo:
                        let own = origin as? UINavigationController ?? origin?.navigationController
                        (origin == nil ? host.navigation : own)?.pushViewController(
                            screen, animated: isAnimated)
                    case .present:
                        let wraps = presentation?.wraps ?? false
                        let isWrapped = wraps && !(screen is UINavigationController)
                        let shown =
                            isWrapped ? UINavigationController(rootViewController: screen) : screen
                        (origin ?? host.top)?.present(shown, animated: isAnimated, completion: nil)
                    }
                })
            opener = { host.opener?($0) ?? false }
        }
    }
#endif
