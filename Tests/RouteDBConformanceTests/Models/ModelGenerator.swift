import RouteDBTestSupport

/// Random registries of a router's patterns from a seed, and URLs near to what these take.
struct ModelGenerator {
    let system: RouterSystem
    var random: SeededGenerator
    /// The registry that URLs are made for.
    var registry: ModelRegistry
    /// The URL before, to be changed.
    var last: String?

    init(_ system: RouterSystem, seed: UInt64) {
        self.system = system
        random = SeededGenerator(seed: seed)
        registry = ModelRegistry(system: system)
    }

    /// Makes the next registry; URLs are from now on made for it.
    mutating func nextRegistry() -> ModelRegistry {
        registry = ModelRegistry(system: system)
        last = nil
        if system == .jlroutes {
            registry.decodesPlus = !random.oneIn(3)
            registry.takesAnyHost = random.oneIn(3)
            if random.oneIn(2) { registry.fallingBack = ["app"] }
        }
        if system == .aroute {
            registry.marks = random.pick(["{}", "{}", "[]", "<>", ":", "!", "$", "()", "*"])
            registry.castMark = random.pick(["|", "|", "~", "as", "--"])
        }
        for _ in 0..<1 + random.below(6) {
            var route = ModelRegistry.Route(pattern: pattern())
            if system == .jlroutes {
                route.scheme = random.pick([nil, nil, "app", "tests"])
                route.priority = Int32(random.pick([0, 0, 0, 1, -1]))
            }
            if !ModelExclusion.leavesOut(route.pattern, of: system),
                !registry.routes.contains(route)
            {
                registry.routes.append(route)
            }
        }
        return registry
    }
}
