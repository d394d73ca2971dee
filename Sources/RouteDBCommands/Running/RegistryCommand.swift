package import ArgumentParser

/// A command of the tool, which accesses the outside world only through its context.
package protocol RegistryCommand: AsyncParsableCommand {
    /// The options of every command.
    var global: GlobalOptions { get }

    /// Runs the command.
    func run(in context: CommandContext) async throws
}
