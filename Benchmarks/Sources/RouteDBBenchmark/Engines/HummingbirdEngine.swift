#if PEERS
    @_spi(Internal) import Hummingbird

    /// Hummingbird's trie over the same URLs: the paths alone, made into strings beforehand.
    ///
    /// It knows no schemes and hosts, so there are two ways to give it a table of several:
    /// - a trie for each scheme and host, chosen outside the clock. It does less than RouteDB, which
    ///   finds the scheme and host in the URL first, and each trie is small. This is the way that
    ///   favours it most.
    /// - one trie of all paths, as when the host does not matter. Its answers are those of another
    ///   table, but it looks among as many routes as RouteDB does. Hummingbird looks at the branches
    ///   of a node one after the other, so this is slow, and its building quadratic: it is done for
    ///   tables of at most ``singleTrieLimit`` routes.
    ///
    /// With one scheme and host, as in GitHub's table, both are the same.
    struct HummingbirdEngine {
        /// The most routes that are put into one trie.
        static let singleTrieLimit = 10_000

        /// The most lookups in a round: it is slow, and a mean needs no more.
        private static let lookupLimit = 20_000

        private let tries: [RouterTrie<Int>]
        private let lookups: [(trie: Int, path: String)]

        /// The number of lookups that ``run()`` does.
        var count: Int { lookups.count }

        init(_ workload: Workload, perOrigin: Bool) {
            var places: [String: Int] = [:]
            var builders: [RouterPathTrieBuilder<Int>] = []
            for (number, route) in workload.routes.enumerated() {
                let origin = perOrigin ? route.origin : ""
                let place = places[origin] ?? builders.count
                if place == builders.count {
                    places[origin] = place
                    builders.append(RouterPathTrieBuilder())
                }
                for path in route.hummingbirdPaths {
                    builders[place].addEntry(RouterPath(path), value: number)
                }
            }
            tries = builders.map { RouterTrie(base: $0) }
            lookups = workload.urls.prefix(Self.lookupLimit).map { url in
                (places[perOrigin ? url.origin : ""] ?? 0, url.path)
            }
        }

        func run() -> Int {
            var sum = 0
            for lookup in lookups {
                if let found = tries[lookup.trie].resolve(lookup.path) {
                    sum &+= found.value &+ 1
                }
            }
            return sum
        }
    }
#endif
