#if canImport(SwiftUI)
    import RouteDB
    public import SwiftUI

    /// A navigation stack whose screens, and what is presented over it, are those of a ``SwiftUIHost``.
    public struct RoutedStack<Root: View, Destination: View>: View {
        @Bindable private var host: SwiftUIHost
        private let root: Root
        private let destination: (SwiftUIHost.Screen) -> Destination

        /// Creates a stack.
        ///
        /// - Parameters:
        ///   - host: The host, which plans are carried out on.
        ///   - root: The view at the bottom.
        ///   - destination: Makes the view of a screen; a container of the app has its name as
        ///     ``SwiftUIHost/Screen/target``, and its screens as ``SwiftUIHost/Screen/contents``.
        public init(
            _ host: SwiftUIHost, @ViewBuilder root: () -> Root,
            @ViewBuilder destination: @escaping (SwiftUIHost.Screen) -> Destination
        ) {
            _host = Bindable(wrappedValue: host)
            self.root = root()
            self.destination = destination
        }

        /// The stack.
        public var body: some View {
            NavigationStack(path: $host.path) {
                root.navigationDestination(for: SwiftUIHost.Screen.self) { screen in
                    destination(host.latest(screen))
                }
            }
            .sheet(isPresented: host.isPresented(above: 0)) {
                PresentedLayer(host: host, layer: 0, destination: destination)
            }
        }
    }

    /// A screen that is presented, and what is presented over it.
    struct PresentedLayer<Destination: View>: View {
        let host: SwiftUIHost
        let layer: Int
        let destination: (SwiftUIHost.Screen) -> Destination

        var body: some View {
            content.sheet(isPresented: host.isPresented(above: layer + 1)) {
                // A type that contains itself must be erased.
                AnyView(PresentedLayer(host: host, layer: layer + 1, destination: destination))
            }
        }

        @ViewBuilder private var content: some View {
            if host.presented.indices.contains(layer) {
                let screen = host.presented[layer]
                switch screen.container {
                case .navigation:
                    NavigationStack(path: host.path(ofLayer: layer)) {
                        if let first = screen.contents.first {
                            destination(first)
                                .navigationDestination(for: SwiftUIHost.Screen.self) { screen in
                                    destination(host.latest(screen))
                                }
                        }
                    }
                case .tab:
                    TabView {
                        ForEach(screen.contents) { destination($0) }
                    }
                case .custom(_)?, nil: destination(screen)
                }
            }
        }
    }
#endif
