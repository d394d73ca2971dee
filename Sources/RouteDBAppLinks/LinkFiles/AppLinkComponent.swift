package import RouteDB

/// A component of a list in which the first one that matches decides.
package protocol AppLinkComponent {
    /// The place of the component in its file.
    var place: [JSONStep] { get }
    /// True if the component keeps URLs in the browser.
    var isExclude: Bool { get }
}

/// The first part of a component that does not match a URL.
struct AppLinkRefusal {
    let part: AppLinkExplanation.Part
    /// The pattern of the part, or its query items.
    let wanted: String?
    /// The text of the URL that was compared.
    let found: String?
}

extension AppLinkExplanation.App {
    /// Tests components in order, up to the first that matches.
    init<Component: AppLinkComponent>(
        name: String, testing components: [Component], refusal: (Component) -> AppLinkRefusal?
    ) {
        var steps: [AppLinkExplanation.Step] = []
        for (index, component) in components.enumerated() {
            let item = component.place.text
            if let refusal = refusal(component) {
                steps.append(
                    .init(
                        item: item, verdict: .refused, part: refusal.part, wanted: refusal.wanted,
                        found: refusal.found))
                continue
            }
            steps.append(.init(item: item, verdict: component.isExclude ? .excludes : .includes))
            self.init(
                name: name, outcome: component.isExclude ? .excluded : .opens, steps: steps,
                untested: components.count - index - 1)
            return
        }
        self.init(name: name, outcome: .unmatched, steps: steps, untested: 0)
    }
}
