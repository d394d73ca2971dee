public import RouteDBRouting

extension RouteRegistry {
    /// Explains the answer to a request, by the newest table that is known.
    ///
    /// A request that does not tell the time gets that of
    /// ``RegistryOptions/currentTimeMicroseconds``. For many requests keep an ``Explainer`` of the
    /// ``table``, which this makes anew each time.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: How much is told.
    /// - Returns: The explanation.
    /// - Complexity: Linear in the routes.
    public func explain(
        _ request: ResolutionRequest, options: ExplainOptions = ExplainOptions()
    ) -> Explanation {
        table.explain(
            request.at(self.options.currentTimeMicroseconds()), options: options)
    }
}
