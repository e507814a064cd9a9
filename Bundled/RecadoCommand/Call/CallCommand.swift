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
        about: """
            The user who calls; $RECADO_USER by default where an endpoint wants to know. A password \
            that is left out comes from --password-file or $RECADO_PASSWORD, or is asked for.
            """
    )
    static let passwordFile = CommandOption(
        "password-file",
        "file",
        about: "The file whose first line is the password; - is standard input."
    )
    static let netrc = CommandOption(
        "netrc",
        about: "Take name and password from ~/.netrc, or the file in $NETRC, as curl does."
    )
    static let json = CommandOption("json", about: "Write JSON on a terminal too.")
    static let columns = CommandOption(
        "columns",
        "names",
        about: """
            Write a table of these columns, separated by commas, also where there is no terminal; main.temp is temp \
            within main.
            """
    )
    static let headers = CommandOption(
        "show-headers",
        short: "i",
        about: "Write the status and the header fields before the content."
    )
    static let dryRun = CommandOption(
        "dry-run",
        about: "Write the request as a curl command, without secrets, and send nothing."
    )
    static let format = CommandOption(
        "format",
        "name",
        about: "Write the answer as json, or as another of the endpoint's formats, such as xml.",
        examples: ["json", "xml"]
    )

    /// Returns the option that selects the format of an endpoint's answers.
    private static func format(of formats: [Format]) -> CommandOption {
        var names = formats.map(\.pathExtension)
        if !names.contains("json") { names.insert("json", at: 0) }
        return CommandOption("format", "name", about: "The format of the answer.", values: names)
    }
    static let timeout = CommandOption(
        "timeout",
        "seconds",
        about:
            "How long to wait for the whole answer; 60 by default, for a stream as long as it takes."
    )
    static let options =
        [
            server, CallProfile.option, user, passwordFile, netrc,
            ConnectionOptions.passwordsInClear, timeout, json, format, columns, headers, dryRun,
        ] + ConnectionOptions.trust

    static let command = Command("call", "Calls an endpoint of a service.") {
        Command.Body(
            detail:
                """
                The answer is a table on a terminal and JSON elsewhere, unless --format names another. \
                What comes piece by piece, such as a feed of events, is written as it comes.
                """,
            options: options,
            content: .commands(noun: "service", ServiceCommand.commands)
        )
    }

    /// Returns the command that calls an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - api: The service of the endpoint.
    ///   - name: The name of the command; the endpoint's own name becomes an alias.
    /// - Returns: The command; if the endpoint cannot be described, the command fails when it is
    ///   run.
    static func command<E: Endpoint>(
        of endpoint: E.Type,
        in api: API,
        named name: String
    ) -> Command {
        let summary = ServiceWords(api).summary(of: E.self)
        return Command(name, LocalizedText(summary), aliases: name == E.name ? [] : [E.name]) {
            do throws(CommandError) {
                return try body(of: endpoint, in: api)
            } catch {
                return Command.Body(
                    content: .action([]) { _, _ throws(CommandError) in throw error }
                )
            }
        }
    }

    private static func body<E: Endpoint>(
        of endpoint: E.Type,
        in api: API
    ) throws(CommandError) -> Command.Body {
        let reading = ReadingOptions.of(api)
        let options = try EndpointOptions<E>(
            reserved: (options + reading).map(\.name) + ["help", Confirmation.yes.name]
        )
        let isRemoving = E.route.method == .delete
        let own =
            [format(of: E.isStream ? [.json] : E.responseFormats)]
            + (isRemoving ? [Confirmation.yes] : [])
        var detail = [
            ServiceWords(api).detail(of: E.self), "\(E.route.method) \(api.prefix)\(E.route.path)",
        ]
        if E.Caller.self != Anyone.self {
            detail.append(LocalizedText("It wants to know who calls: see --user.").description)
        }
        return Command.Body(
            detail: LocalizedText(detail.filter { !$0.isEmpty }.joined(separator: "\n")),
            options: options.withoutRequiredOperands + reading + own,
            content: .action(options.operands) {
                (arguments, terminal) async throws(CommandError) in
                var arguments = try options.naming(arguments)
                try CallProfile.complete(&arguments, namingCaller: E.Caller.self != Anyone.self)
                try await EndpointCall(api: api, options: options, arguments: arguments)
                    .run(on: terminal)
            }
        )
    }
}
