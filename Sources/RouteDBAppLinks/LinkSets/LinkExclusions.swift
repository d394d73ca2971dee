import RouteDBRouting

/// The components of a file that exclude, as far as it has been read.
///
/// A component is only told apart from those whose links may begin alike, so that a file of thousands of
/// components that exclude takes time in proportion to their number.
struct LinkExclusions {
    /// How much of a beginning is compared.
    private static let limit = 64

    private var programs: [SteppedProgram] = []
    /// The programs of the components with a beginning, by list.
    private var places: [Key: [Int]] = [:]
    /// The programs of the components whose beginning goes on from another one, by list.
    private var longer: [Key: [Int]] = [:]
    private var unions: [[Int]: UnionAutomaton<SteppedProgram>] = [:]

    private struct Key: Hashable {
        let list: Int
        let head: ArraySlice<UInt8>
    }

    /// Adds a component.
    mutating func add(_ component: ComparedComponent) {
        let place = programs.count
        programs.append(SteppedProgram(ByteProgram(component.expression)))
        let head = Self.head(of: component)
        places[Key(list: component.list, head: head), default: []].append(place)
        for count in head.indices {
            longer[Key(list: component.list, head: head[..<count]), default: []].append(place)
        }
    }

    private static func head(of component: ComparedComponent) -> ArraySlice<UInt8> {
        component.expression.head(limit: limit, without: LinkDomain.endSlashes)[...]
    }

    /// Returns the union of those of a component's list that may exclude a link of it; `nil` if none may.
    ///
    /// - Complexity: Linear in their number, which the budget counts.
    mutating func union(
        near component: ComparedComponent, budget: inout Int
    ) -> UnionAutomaton<SteppedProgram>? {
        guard !programs.isEmpty else { return nil }
        let head = Self.head(of: component)
        var near = longer[Key(list: component.list, head: head)] ?? []
        for count in 0...head.count {
            near += places[Key(list: component.list, head: head[..<count])] ?? []
        }
        guard !near.isEmpty else { return nil }
        near.sort()
        budget -= near.count
        if let union = unions[near] { return union }
        let union = UnionAutomaton(near.map { programs[$0] })
        unions[near] = union
        return union
    }
}
