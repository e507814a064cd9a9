// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// `recado call`: the endpoints of all services, as commands.
enum CallCommand {
    static let server = CommandOption(
        "server",
        "url",
        about: "The server; $RECADO_SERVER or http://localhost:3000 by default."
    )
    static let user = CommandOption(
        "user",
        "name[:password]",
        about: "Who calls. A password that is left out is $RECADO_PASSWORD, or is asked for."
    )
    static let json = CommandOption("json", about: "Write JSON on a terminal too.")
    static let format = CommandOption(
        "format",
        "name",
        about: "Write the answer as json, or as another of the endpoint's formats, such as xml."
    )
    static let timeout = CommandOption(
        "timeout",
        "seconds",
        about:
            "How long to wait for the whole answer; 60 by default, for a stream as long as it takes."
    )
    static let options =
        [
            server, user, ConnectionOptions.passwordsInClear, timeout, json, format,
        ] + ConnectionOptions.trust

    static let command = Command("call", "Calls an endpoint of a service.") {
        Command.Body(
            detail:
                """
                The answer is a table on a terminal and JSON elsewhere, unless --format names another. \
                What comes piece by piece, such as a feed of events, is written as it comes.
                """,
            options: options,
            content: .commands(noun: "service", Catalog.apis.map { command(of: $0) })
        )
    }

    static func command(of api: API) -> Command {
        Command(api.name, "\(api.title).") {
            let endpoints = api.endpoints.map { command(of: $0, in: api, named: $0.name) }
            return Command.Body(
                detail: api.about,
                content: .commands(noun: "endpoint", endpoints)
            )
        }
    }

    /// The command that calls an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - api: The service that has it.
    ///   - name: The command's name.
    ///   - takesOperands: Whether inputs may stand without the names of their options.
    /// - Returns: The command; one that fails when the endpoint cannot be described.
    static func command<E: Endpoint>(
        of endpoint: E.Type,
        in api: API,
        named name: String,
        takingOperands takesOperands: Bool = false
    ) -> Command {
        Command(name, E.about.summary) {
            do throws(CommandFailure) {
                return try body(of: endpoint, in: api, takingOperands: takesOperands)
            } catch {
                return Command.Body(
                    content: .action(operand: nil) { _, _ throws(CommandFailure) in throw error }
                )
            }
        }
    }

    private static func body<E: Endpoint>(
        of endpoint: E.Type,
        in api: API,
        takingOperands takesOperands: Bool
    ) throws(CommandFailure) -> Command.Body {
        let reading = ReadingOptions.of(api)
        let options = try EndpointOptions<E>(
            reserved: (options + reading).map(\.name) + ["help"]
        )
        let operand =
            takesOperands && !options.operandOptions.isEmpty
            ? options.operandOptions.map(\.name).joined(separator: "> <") : nil
        var detail = [E.about.detail, "\(E.route.method) \(api.prefix)\(E.route.path)"]
        if E.Caller.self != Anyone.self { detail.append("It wants to know who calls: see --user.") }
        return Command.Body(
            detail: detail.filter { !$0.isEmpty }.joined(separator: "\n"),
            options: (takesOperands ? options.withoutRequiredOperands : options.options) + reading,
            content: .action(operand: operand) {
                (arguments, terminal) async throws(CommandFailure) in
                let arguments = try options.naming(arguments)
                try await EndpointCall(api: api, options: options, arguments: arguments)
                    .run(on: terminal)
            }
        )
    }
}
