public import RouteDBRouting

/// Code behind a target.
///
/// It runs in the task that dispatches (with a timeout: in one of its own), with no lock held, so
/// it may dispatch, bind and edit the registry. An error that it throws ends the dispatch as failed.
public typealias Handler = @Sendable (_ invocation: Invocation) async throws -> HandlerAnswer

/// Code that gives the object for one parameter of a matched route, or `nil` if it has none.
///
/// An error that it throws ends the dispatch as failed.
public typealias ParameterProvider =
    @Sendable (_ invocation: Invocation, _ value: JSONValue) async throws -> (any Sendable)?

/// Code that takes the objects for all parameters of a matched route, in the order of the pattern.
public typealias StackHandler =
    @Sendable (_ stack: [any Sendable], _ invocation: Invocation) async throws -> HandlerAnswer
