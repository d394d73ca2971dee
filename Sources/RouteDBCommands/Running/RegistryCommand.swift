package import ArgumentParser

/// A command of the tool, which accesses the outside world only through its context.
package protocol RegistryCommand: AsyncParsableCommand {
    /// Runs the command.
    func run(in context: CommandContext) async throws
}
