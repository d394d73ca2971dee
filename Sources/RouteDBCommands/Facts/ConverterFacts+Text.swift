import RouteDB

// How the tool shows a converter.
extension ConverterFacts {
    static let listing = Listing<ConverterFacts>(
        "converters",
        columns: [
            .init("namespace") { $0.namespace }, .init("name") { $0.converter.name },
            .init("rule") { $0.converter.rule.name },
            .init("argument") { $0.converter.rule.argument?.description ?? "" },
            .init("routes") { "\($0.routes)" },
        ], object: { $0.object })
}
