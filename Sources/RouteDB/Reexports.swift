// Clients need one import only, even with MemberImportVisibility enabled.
@_exported public import RouteDBRouting
@_exported public import RouteDBStorage
