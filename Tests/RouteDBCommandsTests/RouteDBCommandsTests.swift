// RouteDBCommandsTests
