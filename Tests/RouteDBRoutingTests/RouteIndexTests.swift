import RouteDBRouting
import Testing

@Suite("Routes by their ids")
struct RouteIndexTests {
    private func routes(_ ids: [Int64]) -> [Route] {
        ids.enumerated().map { place, id in
            Route(
                id: RouteID(rawValue: id), namespace: NamespaceID(rawValue: 1), pattern: nil,
                target: "t\(place)")
        }
    }

    @Test(
        "a route is found by its id, whatever the order of the list, and of two the first",
        arguments: [[], [7], [1, 2, 5, 9], [9, 1, 5, 2], [5, 5, 1]])
    func found(_ ids: [Int64]) {
        let routes = routes(ids)
        let index = RouteIndex(routes)
        for id in (0...10).map(RouteID.init(rawValue:)) {
            #expect(index[id] == routes.first { $0.id == id })
        }
    }

    @Test("of several lists, the first that has the id counts")
    func lists() {
        let indexes = [RouteIndex(routes([2, 3])), RouteIndex(routes([3, 4]))]
        let targets = [1, 2, 3, 4].map { indexes.route(withID: RouteID(rawValue: $0))?.target }
        #expect(targets == [nil, "t0", "t1", "t1"])
    }
}
