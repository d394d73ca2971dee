/// How a virtual table would answer a query.
package struct VirtualPlan {
    /// The constraints whose values are passed to the cursor.
    package var constraints: [VirtualQuery.Constraint]
    /// A text for the cursor, without NUL.
    package var text: String
    /// The estimated cost, compared only with that of other plans.
    package var cost: Double
    /// The estimated number of rows.
    package var rows: Int64

    package init(
        constraints: [VirtualQuery.Constraint], text: String, cost: Double, rows: Int64
    ) {
        self.constraints = constraints
        self.text = text
        self.cost = cost
        self.rows = rows
    }
}
