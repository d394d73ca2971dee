// RouteDBSQLiteTests
