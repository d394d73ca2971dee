// One import is enough for clients, also with member import visibility.
@_exported public import RouteDBRouting
@_exported public import RouteDBStorage
