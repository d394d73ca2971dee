import RouteDB
import RouteDBScreens
import SwiftUI
import UIKit

// The code in the documentation comments of RouteDBScreens, which a test compares with them.

private struct HomeView: View {
    var body: some View { EmptyView() }
}

private struct SettingsView: View {
    var body: some View { EmptyView() }
}

private struct UserView: View {
    let id: JSONValue?
    var body: some View { EmptyView() }
}

private struct Links: View {
    let dispatcher: Dispatcher

    // SwiftUIHost.swift begins
    @State private var host = SwiftUIHost(targets: ["user.profile", "settings"])

    var body: some View {
        RoutedStack(host) {
            HomeView()
        } destination: { screen in
            switch screen.target {
            case "user.profile": UserView(id: screen.values["id"])
            default: SettingsView()
            }
        }
        .onOpenURL { url in
            Task { await dispatcher.navigate(DispatchRequest(url.absoluteString), on: host) }
        }
    }
    // SwiftUIHost.swift ends
}

private final class UserController: UIViewController {
    convenience init(id: JSONValue?) { self.init() }
}

@MainActor
private func navigate(to url: String, by dispatcher: Dispatcher, in window: UIWindow) async {
    // UIKitHost.swift begins
    let host = UIKitHost { window.rootViewController }
    host.register("user.profile") { screen, _ in UserController(id: screen.values["id"]) }
    let report = await dispatcher.navigate(DispatchRequest(url), on: host)
    // UIKitHost.swift ends
    _ = report
}
