// Values that are made by code.
extension Resolution {
    /// Calls the converters in code for the parameters of the matched route, and keeps their
    /// values.
    ///
    /// Failures are recorded.
    mutating func convert() -> Bool {
        guard table.needsCode(for: match) else { return true }
        let captures = request.withURL { table.values(of: match, in: $0) }
        let omits = policies.castFailure == .omit
        for (parameter, converter, text) in captures.coded {
            if let value = value(of: text, parameter, converter) {
                converted[parameter] = value
            } else if !omits {
                return false
            }
        }
        return true
    }

    private mutating func value(
        of text: String, _ parameter: String, _ converter: String
    ) -> JSONValue? {
        let reason: String
        if let function = table.functions[converter] {
            do {
                return try function(text)
            } catch {
                reason = "the code of the converter '\(converter)' failed: \(error)"
            }
        } else {
            reason = "no code is bound to the converter '\(converter)'"
        }
        conversionFailures.append(
            ParameterConverter.Failure(
                route: table.route(of: match).id, parameter: parameter, converter: converter,
                reason: reason))
        return nil
    }
}

extension RoutingTable {
    /// Returns whether converters in code may take part in a match.
    func needsCode(for match: RouteMatch) -> Bool { lendShard(of: match) { $0.needsCode } }

    /// Returns whether the pattern alone does not decide about a match: code or the time may refuse it.
    func isConditional(_ match: RouteMatch) -> Bool {
        lendShard(of: match) { $0.needsCode || $0.isTimed }
    }

    private func lendShard(of match: RouteMatch, _ body: (borrowing RoutingShard) -> Bool) -> Bool {
        tables.lend(Int(match.namespace)) { $0.shards.lend(Int(match.shard), to: body) }
    }
}
