// RouteDBStorage
