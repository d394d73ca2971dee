import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// Gives routes requirements and presentations that a seed decides.
struct RandomPresentation {
    /// Texts that are not empty.
    let texts: [String]
    let values: [JSONValue]

    func fill(_ draft: inout RouteDraft, _ random: inout SeededGenerator) {
        draft.requirements =
            random.oneIn(3)
            ? [random.pick(texts) + "1", random.pick(texts) + "2"].map {
                RouteRequirement($0, random.pick(ValueKind.allCases))
            } : []
        draft.presentation = random.oneIn(3) ? presentation(&random) : nil
    }

    private func presentation(_ random: inout SeededGenerator) -> RoutePresentation {
        var presentation = RoutePresentation()
        presentation.verb = random.pick([nil, .push, .present, .popTo])
        presentation.container = random.pick([nil, .navigation, .tab, .custom(random.pick(texts))])
        if random.oneIn(2) {
            presentation.prestack = [
                .route(random.pick(texts)), .named(random.pick(texts)), .target(random.pick(texts)),
                .instance(random.pick(texts)),
            ]
        }
        presentation.wraps = random.pick([nil, true, false])
        presentation.isAnimated = random.pick([nil, true, false])
        presentation.transition = random.pick([nil, random.pick(texts)])
        if random.oneIn(2) {
            presentation.initializer = .init(
                name: random.pick(texts), arguments: [random.pick(values), random.pick(values)])
        }
        presentation.key = random.pick([nil, random.pick(texts)])
        presentation.reuse =
            random.pick([nil, .never, .anyOfKind, presentation.key == nil ? nil : .sameKey])
        return presentation
    }
}
