import RouteDB

/// A change that is to be made, with the routes and rules that it is about by their ids.
enum ModelRequest: Sendable {
    case add(SimulatedRoute, DuplicateRule?)
    case replace(RouteID, SimulatedRoute)
    case rename(RouteID, String?)
    case enable(RouteID, Bool)
    case remove(RouteID)
    case addSpace(String, isClosed: Bool)
    case removeSpace(String, withRoutes: Bool)
    case setDefault(RouteID, String, Int64)
    case unsetDefault(RouteID, String)
    case addRule(RuleDraft, RouteScope)
    case removeRule(RuleID)

    /// Chooses what a change is about; `nil` if there is nothing to choose from.
    init?(_ change: SimulatedChange, _ content: RegistrySnapshot) {
        func route(_ choice: Int) -> RouteID? {
            content.routes.isEmpty ? nil : content.routes[choice % content.routes.count].id
        }
        let request: ModelRequest?
        switch change {
        case .add(let wanted, let rule): request = .add(wanted, rule)
        case .replace(let choice, let wanted): request = route(choice).map { .replace($0, wanted) }
        case .rename(let choice, let name): request = route(choice).map { .rename($0, name) }
        case .enable(let choice, let isOn): request = route(choice).map { .enable($0, isOn) }
        case .remove(let choice): request = route(choice).map { .remove($0) }
        case .addSpace(let name, let isClosed): request = .addSpace(name, isClosed: isClosed)
        case .removeSpace(let name, let with): request = .removeSpace(name, withRoutes: with)
        case .setDefault(let choice, let key, let value):
            request = route(choice).map { .setDefault($0, key, value) }
        case .unsetDefault(let choice, let key):
            request = route(choice).map { .unsetDefault($0, key) }
        case .addRule(let choice, let denies, let isForAnonymous):
            let id = choice.flatMap(route)
            let draft = RuleDraft(
                denies ? .deny : .allow,
                in: id.map { .route(RouteReference($0)) } ?? .namespace(RouteNamespace.defaultName),
                for: isForAnonymous ? .anonymous : .anyone)
            request = .addRule(draft, id.map { .route($0) } ?? .namespace(NamespaceID(rawValue: 1)))
        case .removeRule(let choice):
            let rules = content.accessRules
            request = rules.isEmpty ? nil : .removeRule(rules[choice % rules.count].id)
        }
        guard let request else { return nil }
        self = request
    }

    /// Makes the change in a registry, and says what was done, or the code of the error.
    ///
    /// An error of the disk is thrown, since nothing goes on after it.
    func run(_ editor: RegistryEditor) throws -> String {
        do throws(RouteDBError) {
            return try answer(editor)
        } catch {
            let refusals: [RouteDBError.Code] = [
                .routeConflict, .namespaceConflict, .namespaceNotFound, .namespaceInUse,
                .routeNotFound, .ruleNotFound, .invalidValue,
            ]
            guard refusals.contains(error.code) else { throw error }
            return "\(error.code)"
        }
    }

    private func answer(_ editor: RegistryEditor) throws(RouteDBError) -> String {
        switch self {
        case .add(let route, let rule):
            Self.text(of: try editor.add(route.draft, onDuplicate: rule), \.rawValue)
        case .replace(let id, let route):
            Self.text(of: try editor.replace(RouteReference(id), with: route.draft), \.rawValue)
        case .rename(let id, let name):
            Self.text(of: try editor.rename(RouteReference(id), to: name), \.rawValue)
        case .enable(let id, let isOn):
            Self.text(of: try editor.setEnabled(RouteReference(id), isOn), \.rawValue)
        case .remove(let id): "removed \(try editor.remove(RouteReference(id)).rawValue)"
        case .addSpace(let name, let isClosed):
            Self.text(
                of: try editor.addNamespace(
                    NamespaceDraft(name: name, access: isClosed ? .closed : .open)), \.rawValue)
        case .removeSpace(let name, let withRoutes):
            "removed \(try editor.removeNamespace(name, removingRoutes: withRoutes).rawValue)"
        case .setDefault(let id, let key, let value):
            "\(try editor.setDefault(key, to: .int(value), in: .route(RouteReference(id))))"
        case .unsetDefault(let id, let key):
            "\(try editor.unsetDefault(key, in: .route(RouteReference(id))))"
        case .addRule(let draft, _): Self.text(of: try editor.addRule(draft), \.rawValue)
        case .removeRule(let id): "removed \(try editor.removeRule(id).id.rawValue)"
        }
    }

    private static func text<Item>(
        of outcome: EditOutcome<Item>, _ number: (Item) -> Int64
    ) -> String {
        let word =
            switch outcome {
            case .added: "added"
            case .replaced: "replaced"
            case .unchanged: "unchanged"
            case .skipped: "skipped"
            }
        return "\(word) \(number(outcome.item))"
    }
}
