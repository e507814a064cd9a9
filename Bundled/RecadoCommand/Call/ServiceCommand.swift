// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// `recado scores top3`: a service's endpoints by short names, the same as `recado call scores top-scores`.
///
/// The names come from the routes, so that they are the same for every service: `list`, `show`, `new`, `edit`
/// and `delete` for a collection and its members, and the last word of the path for whatever else there is.
enum ServiceCommand {
    /// A command for each service.
    static var commands: [Command] { Catalog.apis.map { command(of: $0) } }

    private static func command(of api: API) -> Command {
        if let only = api.endpoints.first, api.endpoints.count == 1 {
            return command(of: only, in: api)
        }
        return Command(api.name, "\(api.title).") {
            let names = names(in: api)
            var usual: String?
            let endpoints = api.endpoints.map { endpoint in
                var name = names[ObjectIdentifier(endpoint)] ?? endpoint.name
                // `recado weather Alicante` says it all; `recado weather weather` would say it twice.
                if name == api.name {
                    name = endpoint.name
                    usual = name
                }
                return CallCommand.command(
                    of: endpoint,
                    in: api,
                    named: name,
                    takingOperands: true
                )
            }
            return Command.Body(
                detail: api.about,
                options: CallCommand.options,
                content: .commands(noun: "action", endpoints),
                usual: usual
            )
        }
    }

    /// The command of a service of one endpoint, which is that endpoint's.
    ///
    /// `recado weather Alicante` and `recado weather current Alicante` are the same.
    private static func command(of endpoint: any Endpoint.Type, in api: API) -> Command {
        let call = CallCommand.command(
            of: endpoint,
            in: api,
            named: api.name,
            takingOperands: true
        )
        let name = endpoint.name
        return Command(api.name, call.summary) {
            guard case .action(let operand, let action) = call.content else {
                return Command.Body(content: call.content)
            }
            return Command.Body(
                detail: call.detail,
                options: CallCommand.options + call.options,
                content: .action(operand: operand) {
                    (arguments, terminal) async throws(CommandFailure) in
                    var arguments = arguments
                    if arguments.operands.first == name { arguments.removeFirstOperand() }
                    try await action(arguments, terminal)
                }
            )
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
