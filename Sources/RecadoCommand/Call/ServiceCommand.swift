// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// `recado scores top3`: a service's endpoints by short names, the same as `recado call scores top-scores`.
///
/// The names come from the routes, so that they are the same for every service: `list`, `show`, `new`, `edit`
/// and `delete` for a collection and its members, and the last word of the path for whatever else there is.
enum ServiceCommand {
    /// A command for each service.
    static func commands() throws(CommandFailure) -> [Command] {
        var commands: [Command] = []
        for api in Catalog.apis { commands.append(try command(of: api)) }
        return commands
    }

    private static func command(of api: API) throws(CommandFailure) -> Command {
        if let only = api.endpoints.first, api.endpoints.count == 1 {
            return try command(of: only, in: api)
        }
        let names = names(in: api)
        var endpoints: [Command] = []
        var usual: String?
        for endpoint in api.endpoints {
            var name = names[ObjectIdentifier(endpoint)] ?? endpoint.name
            // `recado weather Alicante` says it all; `recado weather weather` would say it twice.
            if name == api.name {
                name = endpoint.name
                usual = name
            }
            endpoints.append(
                try CallCommand.command(of: endpoint, in: api, named: name, takingOperands: true)
            )
        }
        return Command(
            api.name,
            "\(api.title).",
            detail: api.about,
            options: CallCommand.options,
            noun: "action",
            commands: endpoints,
            usual: usual
        )
    }

    /// The command of a service of one endpoint, which is that endpoint's.
    ///
    /// `recado weather Alicante` and `recado weather current Alicante` are the same.
    private static func command(
        of endpoint: any Endpoint.Type,
        in api: API
    ) throws(CommandFailure) -> Command {
        let call = try CallCommand.command(
            of: endpoint,
            in: api,
            named: api.name,
            takingOperands: true
        )
        guard case .action(let operand, let action) = call.content else { return call }
        let name = endpoint.name
        return Command(
            api.name,
            call.summary,
            detail: call.detail,
            options: CallCommand.options + call.options,
            operand: operand
        ) { (arguments, terminal) async throws(CommandFailure) in
            var arguments = arguments
            if arguments.operands.first == name { arguments.removeFirstOperand() }
            try await action(arguments, terminal)
        }
    }

    /// The short names; where two endpoints would have the same, both keep their own.
    static func names(in api: API) -> [ObjectIdentifier: String] {
        var owners: [String: [ObjectIdentifier]] = [:]
        for endpoint in api.endpoints {
            owners[name(of: endpoint.route, in: api), default: []].append(
                ObjectIdentifier(endpoint)
            )
        }
        var names: [ObjectIdentifier: String] = [:]
        for (name, endpoints) in owners where endpoints.count == 1 { names[endpoints[0]] = name }
        return names
    }

    private static func name(of route: Route, in api: API) -> String {
        switch (route.segments.last, route.method) {
        case (.parameter, .get): return "show"
        case (.parameter, .put), (.parameter, .patch): return "edit"
        case (.parameter, .delete): return "delete"
        case (.literal(let word), _):
            guard isCollection(route, in: api) else { return word }
            switch route.method {
            case .get: return "list"
            case .post: return "new"
            default: return word
            }
        default: return route.method.name.lowercased()
        }
    }

    /// Whether there are members below a path.
    private static func isCollection(_ route: Route, in api: API) -> Bool {
        api.endpoints.contains { other in
            guard case .parameter = other.route.segments.last else { return false }
            return other.route.segments.dropLast().elementsEqual(route.segments)
        }
    }
}
