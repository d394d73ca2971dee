public import RouteDBRouting

extension RouteRegistry {
    /// Explains how the current table resolves a request.
    ///
    /// If the request has no time, it is read from ``RegistryOptions/currentTimeMicroseconds``.
    /// Each call makes a new ``Explainer``; to explain many requests, keep one for the ``table``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: How much detail to include.
    /// - Returns: The explanation.
    /// - Complexity: Linear in the routes.
    public func explain(
        _ request: ResolutionRequest, options: ExplainOptions = ExplainOptions()
    ) -> Explanation {
        table.explain(
            request.at(self.options.currentTimeMicroseconds()), options: options)
    }
}
