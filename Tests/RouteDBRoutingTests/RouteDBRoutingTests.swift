// RouteDBRoutingTests
