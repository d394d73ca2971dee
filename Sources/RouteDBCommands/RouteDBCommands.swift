// RouteDBCommands
