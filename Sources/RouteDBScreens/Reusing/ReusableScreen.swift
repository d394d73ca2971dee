public import RouteDB

/// A screen that takes new values when a URL leads back to it.
///
/// A route whose plan reuses screens (`"reuse": "sameKey"` or `"anyOfKind"`) returns to the screen that is
/// there. A `UIViewController` that conforms is told the new values first; others are shown as they are.
@MainActor
public protocol ReusableScreen: AnyObject {
    /// Takes the values of the request that led back to the screen.
    ///
    /// - Parameters:
    ///   - screen: The screen's description, with the new values and the new key.
    ///   - invocation: The invocation, with the request and its attachments.
    /// - Throws: Any error; it fails the dispatch, and the screen is not returned to.
    func reuse(as screen: NavigationPlan.Screen, for invocation: DispatchInvocation) async throws
}
