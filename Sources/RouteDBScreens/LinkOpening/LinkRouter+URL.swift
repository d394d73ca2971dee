public import Foundation
public import RouteDB

// The URLs that apps are given are Foundation's, which `RouteDB` does without.
extension LinkRouter {
    /// Opens a URL, as ``LinkRouter/open(_:context:from:)`` opens a text.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - context: Values for the code, which take precedence over those of the URL.
    ///   - origin: The screen to show from; `nil` for the one on top.
    /// - Returns: Whether anything took the URL.
    @discardableResult
    public func open(_ url: URL, context: JSONObject = [:], from origin: Screen? = nil) -> Bool {
        open(url.absoluteString, context: context, from: origin)
    }

    /// Pushes the screen of a URL, as ``LinkRouter/push(_:context:from:)`` does that of a text.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - context: Values for the code, which take precedence over those of the URL.
    ///   - origin: The screen to show from; `nil` for the one on top.
    /// - Returns: Whether there is a screen.
    @discardableResult
    public func push(_ url: URL, context: JSONObject = [:], from origin: Screen? = nil) -> Bool {
        push(url.absoluteString, context: context, from: origin)
    }

    /// Presents the screen of a URL, as ``LinkRouter/present(_:context:from:)`` does that of a text.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - context: Values for the code, which take precedence over those of the URL.
    ///   - origin: The screen to show from; `nil` for the one on top.
    /// - Returns: Whether there is a screen.
    @discardableResult
    public func present(_ url: URL, context: JSONObject = [:], from origin: Screen? = nil) -> Bool {
        present(url.absoluteString, context: context, from: origin)
    }

    /// Makes the screen of a URL without showing it.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - context: Values for the code, which take precedence over those of the URL.
    /// - Returns: The screen, or `nil` if there is none.
    public func screen(for url: URL, context: JSONObject = [:]) -> Screen? {
        screen(for: url.absoluteString, context: context)
    }

    /// Returns whether anything is bound that opening a URL would call; nothing is called.
    ///
    /// - Parameter url: The URL.
    /// - Returns: As ``LinkRouter/canOpen(_:)`` does for a text.
    public func canOpen(_ url: URL) -> Bool { canOpen(url.absoluteString) }
}
