extension AssetLinks {
    /// The statements of each app, in the order of the file.
    ///
    /// - Complexity: Linear in the file.
    package var byPackage: [(package: String, links: AssetLinks)] {
        var places: [String: Int] = [:]
        var all: [(package: String, links: AssetLinks)] = []
        for statement in statements {
            let place = places[statement.package] ?? all.count
            if place == all.count {
                places[statement.package] = place
                all.append((statement.package, AssetLinks()))
            }
            all[place].links.statements.append(statement)
        }
        return all
    }
}
