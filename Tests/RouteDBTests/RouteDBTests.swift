// RouteDBTests
