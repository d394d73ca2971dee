// Values that are for code to say.
extension Resolution {
    /// Calls the code behind the converters of the matched route's parameters, and keeps its
    /// values; a failure is noted.
    ///
    /// - Returns: Whether the route still matches.
    mutating func convert() -> Bool {
        guard table.shard(of: match).needsCode else { return true }
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
            ConversionFailure(
                route: table.route(of: match).id, parameter: parameter, converter: converter,
                reason: reason))
        return nil
    }
}
