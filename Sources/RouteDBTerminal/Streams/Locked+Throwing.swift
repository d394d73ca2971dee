import RouteDB

extension Locked {
    /// Calls a closure with exclusive access to the value, and throws the error of the closure.
    borrowing func withThrowingLock<Outcome: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        let result = withLock { value -> Result<Outcome, Failure> in
            do throws(Failure) {
                return .success(try body(&value))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
