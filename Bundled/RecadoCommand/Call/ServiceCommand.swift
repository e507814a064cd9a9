// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Commands such as `recado scores top3`, which is short for `recado call scores top3`.
///
/// The names are derived from the routes, so that they are the same for every service: `list`,
/// `show`, `new`, `edit` and `delete` for a collection and its members, and the last word of the
/// path for other endpoints.
enum ServiceCommand {
    /// A command for each service.
    static var commands: [Command] { Catalog.apis.map { command(of: $0) } }

    private static func command(of api: API) -> Command {
        let words = ServiceWords(api)
        return Command(api.name, LocalizedText(words.title + ".")) {
            let endpoints = api.endpoints.map { endpoint in
                CallCommand.command(of: endpoint, in: api, named: name(of: endpoint, in: api))
            }
            return Command.Body(
                detail: LocalizedText(words.about),
                options: CallCommand.options,
                content: .commands(noun: "action", endpoints),
                usual: usual(of: api)?.name
            )
        }
    }

    /// Returns the default endpoint of a service, as in `recado weather Alicante`.
    private static func usual(of api: API) -> (any Endpoint.Type)? {
        if api.endpoints.count == 1 { return api.endpoints.first }
        let names = names(in: api)
        return api.endpoints.first { names[ObjectIdentifier($0)] == api.name }
    }

    /// Returns the name under which all commands offer an endpoint.
    static func name(of endpoint: any Endpoint.Type, in api: API) -> String {
        let name = names(in: api)[ObjectIdentifier(endpoint)] ?? endpoint.name
        // `recado weather weather` would repeat the name.
        return name == api.name || api.endpoints.count == 1 ? endpoint.name : name
    }

    /// Returns the short names of endpoints; endpoints that would get the same short name keep
    /// their own names.
    private static func names(in api: API) -> [ObjectIdentifier: String] {
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

    /// True if the route of another endpoint is this route followed by a parameter: `/films` is a
    /// collection if there is `/films/{id}`.
    private static func isCollection(_ route: Route, in api: API) -> Bool {
        api.endpoints.contains { other in
            guard case .parameter = other.route.segments.last else { return false }
            return other.route.segments.dropLast().elementsEqual(route.segments)
        }
    }
}
