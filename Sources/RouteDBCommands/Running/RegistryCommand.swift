package import ArgumentParser

/// A command of the tool, which has to do with the world only through its context.
package protocol RegistryCommand: AsyncParsableCommand {
    /// The options of every command.
    var global: GlobalOptions { get }

    /// Does what the command is for.
    func run(in context: CommandContext) async throws
}
