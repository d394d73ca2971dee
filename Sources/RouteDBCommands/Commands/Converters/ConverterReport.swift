import RouteDB

/// What commands that change a converter say.
enum ConverterReport {
    static func write(
        _ word: String, _ name: String, _ revision: Int64?, _ write: WriteOptions,
        _ global: GlobalOptions, in context: CommandContext
    ) throws {
        guard global.json else {
            try WriteReport.writeLine(
                "\(word) converter '\(PlainText.shown(name))'", isChanged: word != "unchanged",
                revision: revision, write, in: context)
            return
        }
        var object = WriteReport.head(revision: revision, write)
        object["converter"] = ["outcome": .string(word), "name": .string(name)]
        try context.output.writeLine(object.description)
    }
}
