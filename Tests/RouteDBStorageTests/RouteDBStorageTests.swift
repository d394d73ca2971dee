// RouteDBStorageTests
