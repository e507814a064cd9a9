// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado

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
    static let timeout = CommandOption(
        "timeout",
        "seconds",
        about: "How long to wait for the whole answer; 60 by default."
    )
    static let options = [server, user, timeout, json]

    static func command() throws(CommandFailure) -> Command {
        var services: [Command] = []
        for api in Catalog.apis { services.append(try command(of: api)) }
        return Command(
            "call",
            "Calls an endpoint of a service.",
            detail: "The answer is a table on a terminal and JSON elsewhere.",
            options: options,
            noun: "service",
            commands: services
        )
    }

    static func command(of api: API) throws(CommandFailure) -> Command {
        var endpoints: [Command] = []
        for endpoint in api.endpoints { endpoints.append(try command(of: endpoint, in: api)) }
        return Command(
            api.name,
            "\(api.title).",
            detail: api.about,
            noun: "endpoint",
            commands: endpoints
        )
    }

    private static func command<E: Endpoint>(
        of endpoint: E.Type,
        in api: API
    ) throws(CommandFailure) -> Command {
        let options = try EndpointOptions<E>(reserved: options.map(\.name) + ["help"])
        var detail = [E.about.detail, "\(E.route.method) \(api.prefix)\(E.route.path)"]
        if E.Caller.self != Anyone.self { detail.append("It wants to know who calls: see --user.") }
        return Command(
            E.name,
            E.about.summary,
            detail: detail.filter { !$0.isEmpty }.joined(separator: "\n"),
            options: options.options
        ) { (arguments, terminal) async throws(CommandFailure) in
            try await EndpointCall(api: api, options: options, arguments: arguments)
                .run(on: terminal)
        }
    }
}
