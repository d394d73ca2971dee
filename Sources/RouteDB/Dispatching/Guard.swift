/// Code that decides whether a handler may be called.
///
/// A guard can only restrict what the registry's access rules permit. If it throws an error, the
/// request is denied with that error.
public typealias Guard = @Sendable (_ invocation: Invocation) async throws -> GuardVerdict
