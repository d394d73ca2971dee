#if Hub
extension HubSchema {
    /// The tables of what was exported, so that each hit is in one file, and none is pruned before.
    ///
    /// An export notes the cursors of all streams when it begins. The files of a day are its parts:
    /// each has the hits that the part before did not have yet. A hit that comes later notes its day
    /// in `late_day`, and the next export makes another part of it.
    static let exportStatements = [
        """
        CREATE TABLE routedb.export (
            id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            begun_at timestamptz NOT NULL DEFAULT now()
        )
        """,
        """
        CREATE TABLE routedb.export_cursor (
            export bigint NOT NULL REFERENCES routedb.export ON DELETE CASCADE,
            stream bigint NOT NULL, acked bigint NOT NULL,
            PRIMARY KEY (export, stream)
        )
        """,
        """
        CREATE TABLE routedb.exported_day (
            day bigint NOT NULL, part integer NOT NULL,
            export bigint NOT NULL, previous bigint NOT NULL,
            is_finished boolean NOT NULL DEFAULT false, is_pruned boolean NOT NULL DEFAULT false,
            PRIMARY KEY (day, part)
        )
        """,
        "CREATE TABLE routedb.late_day (day bigint PRIMARY KEY)",
    ]

    /// Notes the days of a batch that were exported before.
    static let noteLateDays = """
        IF EXISTS (SELECT FROM routedb.exported_day) THEN
            INSERT INTO routedb.late_day (day)
            SELECT DISTINCT e.day FROM routedb.exported_day AS e
            WHERE e.day = ANY (array(
                SELECT DISTINCT \(day(of: "t")) FROM unnest(times) AS t))
            ORDER BY e.day
            ON CONFLICT DO NOTHING;
        END IF;
        """
}
#endif
