import RouteDBTestSupport
import Testing

/// RouteDB against naive models of the routers: same routes, same values.
@Suite("Models")
struct ModelTests {
    private func check<Model: RouterModel>(
        _ model: Model.Type, of system: RouterSystem, seed: UInt64
    ) throws {
        var run = ModelRun<Model>(system, seed: seed)
        let difference = try run.firstDifference(registries: 100 * FuzzBudget.rounds, urls: 30)
        #expect(difference == nil)
        // Canaries: URLs were asked, and many of them meet a route, and many do not.
        #expect(run.cases > 2_500)
        #expect(run.cases / 5..<run.cases * 4 / 5 ~= run.matched)
    }

    @Test("JLRoutes and its model agree", arguments: 1...4 as ClosedRange<UInt64>)
    func jlroutes(seed: UInt64) throws {
        try check(JLRoutesModel.self, of: .jlroutes, seed: seed)
    }

    @Test("URLNavigator and its model agree", arguments: 1...4 as ClosedRange<UInt64>)
    func urlnavigator(seed: UInt64) throws {
        try check(URLNavigatorModel.self, of: .urlnavigator, seed: seed)
    }

    @Test("IKRouter and its model agree", arguments: 1...4 as ClosedRange<UInt64>)
    func ikrouter(seed: UInt64) throws {
        try check(IKRouterModel.self, of: .ikrouter, seed: seed)
    }

    @Test("ARoute and its model agree", arguments: 1...4 as ClosedRange<UInt64>)
    func aroute(seed: UInt64) throws {
        try check(ARouteModel.self, of: .aroute, seed: seed)
    }

    // MARK: Canaries

    private func finds<Wrong: RouterModel>(
        _ model: Wrong.Type, of system: RouterSystem
    ) throws -> Bool {
        var run = ModelRun<Wrong>(system, seed: 1)
        return try run.firstDifference(registries: 100, urls: 30) != nil
    }

    @Test("a model with its routes in another order does not agree")
    func order() throws {
        #expect(try finds(ReorderedModel<JLRoutesModel>.self, of: .jlroutes))
        #expect(try finds(ReorderedModel<URLNavigatorModel>.self, of: .urlnavigator))
        #expect(try finds(ReorderedModel<IKRouterModel>.self, of: .ikrouter))
        #expect(try finds(ReorderedModel<ARouteModel>.self, of: .aroute))
    }

    @Test("a model that ignores the query does not agree")
    func query() throws {
        #expect(try finds(DeafModel<JLRoutesModel>.self, of: .jlroutes))
        #expect(try finds(DeafModel<URLNavigatorModel>.self, of: .urlnavigator))
        #expect(try finds(DeafModel<IKRouterModel>.self, of: .ikrouter))
        #expect(try finds(DeafModel<ARouteModel>.self, of: .aroute))
    }

    @Test("a difference is reported with exactly the routes that it needs")
    func report() throws {
        var run = ModelRun<DeafModel<URLNavigatorModel>>(.urlnavigator, seed: 1)
        let report = try #require(try run.firstDifference(registries: 100, urls: 30))
        #expect(report.ranges(of: "Route(pattern:").count == 1)
    }
}
