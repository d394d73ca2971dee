#if canImport(SwiftUI)
    public import Observation
    public import RouteDB
    public import SwiftUI

    /// Carries out navigation plans as state that views show.
    ///
    /// ```swift
    /// @State private var host = SwiftUIHost(targets: ["user.profile", "settings"])
    ///
    /// var body: some View {
    ///     RoutedStack(host) {
    ///         HomeView()
    ///     } destination: { screen in
    ///         switch screen.target {
    ///         case "user.profile": UserView(id: screen.values["id"])
    ///         default: SettingsView()
    ///         }
    ///     }
    ///     .onOpenURL { url in
    ///         Task { await dispatcher.navigate(DispatchRequest(url.absoluteString), on: host) }
    ///     }
    /// }
    /// ```
    ///
    /// A plan's verb, containers, wrapping, screens beneath, animation and reuse are all carried out: see
    /// `Docs/swiftui.md`.
    @MainActor
    @Observable
    public final class SwiftUIHost: NavigationHost {
        /// A screen that a view shows.
        public struct Screen: Identifiable, Hashable, Sendable {
            /// The number of the screen, which it keeps when it is shown again.
            public let id: Int
            /// The target; for a container of the app, its name.
            public let target: String
            /// The key that distinguishes it from other screens of its target.
            public var key: String?
            /// The values to show.
            public var values: JSONObject
            /// How it was to be created; `nil` for the app's default.
            public var initializer: RoutePresentation.Initializer?
            /// The kind of container that it is, if it is one.
            public var container: RoutePresentation.Container?
            /// The screens in the container, bottom first.
            public var contents: [Screen] = []

            /// Returns whether two screens are one, whatever their values.
            public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

            /// Hashes the number.
            public func hash(into hasher: inout Hasher) { hasher.combine(id) }
        }

        /// Why a plan could not be carried out.
        public enum Failure: Error, Hashable, Sendable {
            /// A screen to return to is not there any more.
            case noScreen(Int)
        }

        /// The screens over the root of the stack, bottom first.
        public var path: [Screen] = []
        /// The screens that are presented, each over the one before it.
        public var presented: [Screen] = []
        /// Existing screens by their tokens, as in `{"instance": "home"}`.
        @ObservationIgnored public var instances: [String: Screen] = [:]
        /// The animation of a transition, by its name.
        @ObservationIgnored public var transitions: [String: Animation] = [:]
        /// Decides whether a plan may be carried out; every plan may until you set it.
        @ObservationIgnored public var mayShow: (@MainActor (NavigationPlan, Screen) -> Bool)?
        /// Opens a URL elsewhere that a redirect leads to, and returns whether it did; until you set it,
        /// none is opened.
        @ObservationIgnored public var opener: (@MainActor (_ url: String) -> Bool)?

        @ObservationIgnored private let targets: Set<String>?
        @ObservationIgnored private var lastID = 0

        /// Creates a host with nothing shown over its root.
        ///
        /// - Parameter targets: The targets that there are views for; `nil` for those of all routes that
        ///   are no redirects.
        public init(targets: Set<String>? = nil) { self.targets = targets }

        // MARK: Plans

        /// Returns the targets and keys of the stack on top, bottom first, without its root.
        public func stack() -> [NavigationPlan.StackEntry] {
            screens.map { NavigationPlan.StackEntry($0.target, key: $0.key) }
        }

        /// Makes a screen, or finds the one that a token names.
        public func make(
            _ screen: NavigationPlan.Screen, for invocation: DispatchInvocation
        ) -> ScreenAnswer<Screen> {
            switch screen.source {
            case .instance(let token):
                return instances[token].map(ScreenAnswer.screen) ?? .declined
            case .target(let target):
                let isRedirect = invocation.resolution.route?.redirect != nil
                guard targets?.contains(target) ?? !isRedirect else { return .declined }
                return .screen(
                    Screen(
                        id: nextID(), target: target, key: screen.key, values: screen.values,
                        initializer: screen.initializer))
            }
        }

        /// Gives a screen new values, which its view shows.
        public func update(
            _ index: Int, with screen: NavigationPlan.Screen, for invocation: DispatchInvocation
        ) throws {
            guard screens.indices.contains(index) else { throw Failure.noScreen(index) }
            screens[index].key = screen.key
            screens[index].values = screen.values
        }

        /// Puts screens into a container.
        public func contain(
            _ screens: [Screen], in container: RoutePresentation.Container
        ) -> Screen {
            Screen(
                id: nextID(), target: container.name, values: [:], container: container,
                contents: screens)
        }

        /// Returns whether a screen is a navigation container.
        public func isContainer(_ screen: Screen) -> Bool { screen.container == .navigation }

        /// Asks ``mayShow``.
        public func allows(_ plan: NavigationPlan, top: Screen) -> Bool {
            mayShow?(plan, top) ?? true
        }

        /// Pushes screens onto the stack on top.
        public func push(_ screens: [Screen], of plan: NavigationPlan) {
            animate(plan) { self.screens += screens }
        }

        /// Presents screens, each over the one before it.
        public func present(_ screens: [Screen], of plan: NavigationPlan) {
            animate(plan) { presented += screens }
        }

        /// Pops the stack on top to one of its screens.
        public func popTo(_ index: Int, of plan: NavigationPlan) throws {
            guard screens.indices.contains(index) else { throw Failure.noScreen(index) }
            animate(plan) { screens.removeSubrange((index + 1)...) }
        }

        /// Asks ``opener``.
        public func open(_ url: String, for invocation: DispatchInvocation) -> Bool {
            opener?(url) ?? false
        }

        // MARK: Views

        /// The screens of the stack on top: those of a presented navigation container, or the path.
        private var screens: [Screen] {
            get { hasPresentedStack ? presented[presented.count - 1].contents : path }
            set {
                if hasPresentedStack {
                    presented[presented.count - 1].contents = newValue
                } else {
                    path = newValue
                }
            }
        }

        private var hasPresentedStack: Bool { presented.last?.container == .navigation }

        /// A screen with its newest values.
        func latest(_ screen: Screen) -> Screen {
            let all = path + presented + presented.flatMap(\.contents)
            return all.first { $0.id == screen.id } ?? screen
        }

        /// Returns a binding that is true if anything is presented over a number of layers; setting `false`
        /// dismisses it.
        func isPresented(above layers: Int) -> Binding<Bool> {
            Binding { @MainActor in
                self.presented.count > layers
            } set: { @MainActor isPresented in
                guard !isPresented, self.presented.count > layers else { return }
                self.presented.removeSubrange(layers...)
            }
        }

        /// The screens over the root of a presented navigation container.
        func path(ofLayer layer: Int) -> Binding<[Screen]> {
            Binding { @MainActor in
                self.presented.indices.contains(layer)
                    ? Array(self.presented[layer].contents.dropFirst()) : []
            } set: { @MainActor screens in
                guard self.presented.indices.contains(layer) else { return }
                self.presented[layer].contents =
                    Array(self.presented[layer].contents.prefix(1)) + screens
            }
        }

        private func nextID() -> Int {
            lastID += 1
            return lastID
        }

        private func animate(_ plan: NavigationPlan, _ change: () -> Void) {
            let animation = plan.transition.flatMap { transitions[$0] } ?? .default
            var transaction = Transaction(animation: plan.isAnimated ? animation : nil)
            transaction.disablesAnimations = !plan.isAnimated
            withTransaction(transaction, change)
        }
    }
#endif
