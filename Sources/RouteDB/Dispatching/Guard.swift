/// Code that is asked before a handler is called.
///
/// It can only tighten what the registry's own rules allow. An error that it throws denies.
public typealias Guard = @Sendable (_ invocation: Invocation) async throws -> GuardVerdict
