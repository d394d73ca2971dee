// RouteDB
