// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoCurlCommands
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// Examples of command lines that call an endpoint.
struct EndpointExample: Sendable {
    /// The command lines: one with curl, unless the endpoint opens a WebSocket, and one with this
    /// program.
    let lines: [String]
    /// The URL, if a browser can open it; otherwise `nil`.
    let link: String?

    /// Creates examples with values for the endpoint's required inputs.
    init<E: Endpoint>(_ endpoint: E.Type, of service: ServiceListing, at publicURL: String) {
        let inputs = try? EndpointInputs<E>()
        let options = try? EndpointOptions<E>(reserved: CallCommand.options.map(\.name))
        let isProtected = E.Caller.self != Anyone.self
        let query = service.queries[E.name] ?? QueryItems()
        let path =
            service.api.prefix + Self.path(of: E.route, service.samples)
            + (query.isEmpty ? "" : "?\(query.formEncoded)")
        let members = Self.members(of: inputs?.contentProperties ?? [])
        let content = Self.json(of: members, service.samples)

        var curl = ["curl"]
        if E.isStream { curl.append("-N") }
        if isProtected { curl += ["-u", service.user] }
        if E.route.method != .get, !(E.route.method == .post && inputs?.content != nil) {
            curl += ["-X", E.route.method.name]
        }
        if inputs?.content != nil {
            curl += ["-H", "Content-Type: application/json", "-d", content]
        }
        curl.append(publicURL + path)

        let name = ServiceCommand.name(of: endpoint, in: service.api)
        var recado = ["recado", service.api.name, name]
        let names = E.route.parameters + members
        for option in options?.options ?? [] where names.contains(option.name) {
            recado += ["--\(option.name)", service.samples[option.name] ?? option.name]
        }
        for item in query { recado += ["--\(item.name)", item.value] }
        if isProtected { recado += ["--user", service.user] }
        if publicURL != "http://localhost:3000" { recado += ["--server", publicURL] }
        if isProtected, Self.isInClear(publicURL) { recado.append("--passwords-in-clear") }
        let isWebSocket = endpoint is any WebSocketEndpoint.Type
        lines = (isWebSocket ? [recado] : [curl, recado])
            .map { $0.map(ShellWord.quoted).joined(separator: " ") }
        let isThere =
            E.route.parameters.isEmpty
            || service.hasEntries && E.route.parameters.allSatisfy { service.samples[$0] != nil }
        link = E.route.method == .get && !isWebSocket && !isProtected && isThere ? path : nil
    }

    /// True if others can read a password that is sent to an address.
    private static func isInClear(_ address: String) -> Bool {
        guard let uri = try? URI(address), let authority = uri.authority else { return false }
        return uri.scheme == "http" && !CleartextPolicy.loopback.allows(authority)
    }

    private static func path(of route: Route, _ samples: [String: String]) -> String {
        let segments = route.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): samples[name] ?? name
            }
        }
        return "/" + segments.joined(separator: "/")
    }

    /// Returns the required members of content, or the first member if none is required.
    private static func members(of properties: [Schema.Property]) -> [String] {
        let required = properties.filter(\.isRequired).map(\.name)
        return required.isEmpty ? properties.prefix(1).map(\.name) : required
    }

    private static func json(of members: [String], _ samples: [String: String]) -> String {
        let object = Value.Object(members.map { ($0, .string(samples[$0] ?? $0)) })
        return (try? JSON().encodeToString(Value.object(object))) ?? "{}"
    }
}
