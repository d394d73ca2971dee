// RouteDBTestSupport
