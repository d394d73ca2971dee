extension RoutingTable {
    /// The content that the table was compiled from: its namespaces, enabled routes and converters.
    ///
    /// - Complexity: Linear in the routes.
    package var content: RegistrySnapshot {
        var routes: [Route] = []
        for table in tables.objects {
            for shard in table.shards.objects { routes += shard.routes }
            routes += table.tasks
        }
        routes.sort { $0.id < $1.id }
        let converters = builders.flatMap { builder in
            builder.converters.map {
                Converter(namespace: builder.namespace.id, name: $0.key, rule: $0.value)
            }
        }
        return RegistrySnapshot(
            revision: revision, namespaces: namespaces, routes: routes, defaults: defaults,
            converters: converters)
    }
}
