import RouteDB
import RouteDBRouting

/// Compares the components of a file with routes, by a reading of the uncertain rules.
final class AppLinkProver {
    private let routes: [LinkedRoute]
    private let routePrograms: [SteppedProgram]
    private let routeShapes: [[LanguageShape]]
    private let components: [ComparedComponent]
    private let componentPrograms: [SteppedProgram]
    private let partition: BytePartition
    private let order: [Int]
    private let domain: LazyAutomaton
    private let opens: (String) -> Bool
    private let answers: (String) -> Bool
    private let host: String
    /// How much work the searches may still do.
    private var budget: Int

    /// How much work all searches of a proof may do together, and one alone; see ``PathSearch``.
    static let totalBudget = 400_000_000
    private static let singleBudget = 5_000_000

    /// Prepares a comparison.
    ///
    /// - Parameters:
    ///   - routes: The routes.
    ///   - components: The components, in order.
    ///   - platform: The platform.
    ///   - host: The host of the links.
    ///   - opens: Whether the file opens the app for a link, by the platform's own matcher.
    ///   - answers: Whether a route answers a link, by the registry's own matcher.
    ///   - budget: How much work the searches may do.
    init(
        _ routes: [LinkedRoute], _ components: [ComparedComponent], platform: AppLinkPlatform,
        host: String, opens: @escaping (String) -> Bool, answers: @escaping (String) -> Bool,
        budget: Int
    ) {
        self.budget = budget
        self.routes = routes
        self.components = components
        self.host = host
        self.opens = opens
        self.answers = answers
        let programs = routes.map { ByteProgram($0.expression) }
        routePrograms = programs.map { SteppedProgram($0) }
        componentPrograms = components.map { SteppedProgram($0.program) }
        routeShapes = routes.map(\.shapes)
        let paths = ByteProgram(PathSpelling.paths(isBasic: platform == .android))
        partition = BytePartition([paths] + programs + components.map(\.program))
        order = partition.order
        domain = LazyAutomaton([SteppedProgram(paths)], partition)
    }

    private func url(_ path: [UInt8]) -> String {
        "https://\(host)\(String(decoding: path, as: UTF8.self))"
    }

    private func search(
        _ automata: [LazyAutomaton], isHopeless: (PathSearch.Node) -> Bool,
        isWanted: (PathSearch.Node) -> Bool, isConfirmed: (String) -> Bool
    ) -> PathSearch.Outcome {
        var own = min(budget, Self.singleBudget)
        let before = own
        let search = PathSearch([domain] + automata, partition, order: order)
        let outcome = search.run(
            budget: &own, isHopeless: isHopeless, isWanted: isWanted,
            isConfirmed: { isConfirmed(url($0)) })
        budget -= before - own
        return outcome
    }

    /// Looks for a link for which a component opens the app, and that no route answers.
    func widerLink(_ index: Int) -> PathSearch.Outcome {
        let component = components[index]
        let excludes = components[..<index].indices.filter {
            components[$0].isExclude && components[$0].shape.mayMeet(component.shape)
        }
        let met = routes.indices.filter { route in
            routeShapes[route].contains { $0.mayMeet(component.shape) }
        }
        let own = LazyAutomaton([componentPrograms[index]], partition)
        let excluded = LazyAutomaton(excludes.map { componentPrograms[$0] }, partition)
        let answered = LazyAutomaton(met.map { routePrograms[$0] }, partition)
        return search(
            [own, excluded, answered],
            isHopeless: { node in
                node[1] == 0 || excluded.isUniversal(Int(node[2]))
                    || answered.isUniversal(Int(node[3]))
            },
            isWanted: { [domain] node in
                domain.accepts(Int(node[0])) && own.accepts(Int(node[1]))
                    && !excluded.accepts(Int(node[2])) && !answered.accepts(Int(node[3]))
            }, isConfirmed: { opens($0) && !answers($0) })
    }

    /// Looks for a link that a route answers, and for which the file does not open the app.
    func narrowerLink(_ index: Int) -> PathSearch.Outcome {
        let met = components.indices.filter { component in
            routeShapes[index].contains { $0.mayMeet(components[component].shape) }
        }
        let own = LazyAutomaton([routePrograms[index]], partition)
        let file = LazyAutomaton(met.map { componentPrograms[$0] }, partition)
        return search(
            [own, file], isHopeless: { $0[1] == 0 },
            isWanted: { [domain, components] node in
                guard domain.accepts(Int(node[0])), own.accepts(Int(node[1])) else { return false }
                return file.first(Int(node[2])).map { components[met[$0]].isExclude } ?? true
            }, isConfirmed: { !opens($0) && answers($0) })
    }
}
