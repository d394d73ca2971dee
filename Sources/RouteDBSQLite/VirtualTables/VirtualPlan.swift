/// How a virtual table would answer a query.
package struct VirtualPlan {
    /// The constraints whose values the cursor wants.
    package var constraints: [VirtualQuery.Constraint]
    /// What the table tells the cursor; it holds no NUL.
    package var text: String
    /// The cost; only compared with that of other plans.
    package var cost: Double
    /// How many rows there may be.
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
