// RouteDBSQLite
