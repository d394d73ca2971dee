// RouteDBRouting
