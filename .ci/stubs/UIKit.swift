// What RouteDBScreens uses of UIKit, so that its types can be checked where UIKit is not there. The
// declarations are those of Apple's documentation; nothing here does anything.

@MainActor open class UIViewController {
    public init() {}
    open var presentedViewController: UIViewController? { nil }
    open var navigationController: UINavigationController? { nil }
    open var modalTransitionStyle: UIModalTransitionStyle = .coverVertical
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {}
}

public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical, flipHorizontal, crossDissolve, partialCurl
}

@MainActor open class UINavigationController: UIViewController {
    public convenience init(rootViewController: UIViewController) { self.init() }
    open var viewControllers: [UIViewController] = []
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {}
    open func popToViewController(
        _ viewController: UIViewController, animated: Bool
    ) -> [UIViewController]? { nil }
}

@MainActor open class UIWindow {
    public init() {}
    open var rootViewController: UIViewController?
}

@MainActor open class UITabBarController: UIViewController {
    open var selectedIndex: Int = 0
    open var selectedViewController: UIViewController?
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {}
}
