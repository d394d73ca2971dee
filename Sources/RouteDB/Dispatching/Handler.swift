public import RouteDBRouting

/// Code that is bound to a target and called for its matches.
///
/// A handler runs in the dispatching task, or in a new task if there is a timeout. No lock is held,
/// so it may dispatch, bind code, and edit the registry. If it throws an error, the dispatch fails.
public typealias Handler = @Sendable (_ invocation: Invocation) async throws -> HandlerAnswer

/// Code that returns the object for one parameter of a matched route, or `nil` if there is none.
///
/// If it throws an error, the dispatch fails.
public typealias ParameterProvider =
    @Sendable (_ invocation: Invocation, _ value: JSONValue) async throws -> (any Sendable)?

/// Code that is called with the objects for all parameters of a matched route, in the order of the
/// pattern.
public typealias StackHandler =
    @Sendable (_ stack: [any Sendable], _ invocation: Invocation) async throws -> HandlerAnswer
