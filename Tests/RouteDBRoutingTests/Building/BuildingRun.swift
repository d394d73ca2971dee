import RouteDBRouting
import RouteDBTestSupport

/// Builds URLs of what random URLs resolve to, and looks whether they say the same.
struct BuildingRun {
    private var generator: RegistryGenerator
    private var urls: URLGenerator
    /// How many URLs were built, and how many refused.
    private(set) var built = 0
    private(set) var refused = 0
    /// URLs that say something else than was asked for, and refusals that are not true.
    private(set) var failures: [String] = []
    /// How many variants have a sample, and which have none.
    private(set) var sampled = 0
    private(set) var unsampled: [String] = []

    init(seed: UInt64, configuration: PatternGenerator.Configuration) {
        generator = RegistryGenerator(seed: seed, configuration: configuration)
        urls = URLGenerator(
            seed: seed ^ 0xAAAA, texts: configuration.literals + ["1-2", "x.y", "c", "7"])
    }

    mutating func run(
        registries: Int, urls count: Int,
        _ make: (inout RegistryGenerator) -> RegistrySnapshot
    ) {
        for _ in 0..<registries {
            let registry = make(&generator)
            let table = RoutingTable(registry)
            urls.aim(at: registry.routes)
            for _ in 0..<count { check(urls.url(), table) }
            for route in registry.routes {
                guard let sampler = RouteSampler(route, in: table) else { continue }
                for variant in sampler.variants.indices {
                    guard let url = sampler.url(ofVariant: variant) else {
                        unsampled.append("\(sampler.variants[variant]) of \(route.patternText)")
                        continue
                    }
                    sampled += 1
                    check(Array(url.utf8), table)
                }
            }
        }
    }

    private mutating func check(_ url: [UInt8], _ table: RoutingTable) {
        let found = table.resolve(ResolutionRequest(utf8: url))
        // A value that is not of its type is left out, and then cannot be asked for.
        guard let route = found.route,
            found.rawParameters.keys.allSatisfy({ found.parameters[$0] != nil })
        else { return }
        let authority = Self.authority(of: url, found.namespace?.policies ?? .native)
        let options = URLBuildOptions(
            scheme: authority.scheme, host: authority.host, wildcards: found.wildcards)
        do throws(URLBuildError) {
            let text = try table.url(for: route, values: found.values, options: options)
            built += 1
            let again = table.resolve(text)
            if again.route?.id != route.id || again.parameters != found.parameters
                || again.wildcards != found.wildcards || again.values != found.values
            {
                let isSame =
                    again.route?.id == route.id
                    && Set(again.values.members) == Set(found.values.members)
                if !isSame { failures.append(Self.text(url, route, text)) }
            }
        } catch {
            // The host of a namespace that is bound to many is for the caller to say.
            guard error.code != .missingBase else { return }
            refused += 1
            let line = Self.text(url, route, "\(error.code.rawValue): \(error)")
            if !isTrue(error, route, table) { failures.append(line) }
        }
    }

    /// Whether the resolver says of the refused URL what the error does.
    private func isTrue(_ error: URLBuildError, _ route: Route, _ table: RoutingTable) -> Bool {
        guard let url = error.url else { return true }
        let resolution = table.resolve(url)
        switch error.code {
        case .takenByOther: return resolution.foundRoute?.id == error.taker
        case .valueDiffers: return resolution.foundRoute?.id == route.id
        case .unmatched: return resolution.outcome == .unmatched
        case .invalidURL: return resolution.outcome == .invalid
        default: return true
        }
    }

    private static func authority(
        of url: [UInt8], _ policies: NamespacePolicy.Values
    ) -> (scheme: String?, host: String?) {
        guard let url = try? NormalizedURL(utf8: url, policies: policies) else { return (nil, nil) }
        let port = url.port.map { ":\($0)" } ?? ""
        return (url.scheme, url.host.map { $0 + port })
    }

    private static func text(_ url: [UInt8], _ route: Route, _ rest: String) -> String {
        "\(String(decoding: url, as: UTF8.self).debugDescription) #\(route.id.rawValue) "
            + "\(route.pattern?.description ?? "") -> \(rest)"
    }
}
