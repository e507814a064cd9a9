// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A call of an endpoint from the command line.
struct EndpointCall<E: Endpoint>: Sendable {
    let api: API
    let options: EndpointOptions<E>
    let arguments: ParsedArguments

    func run(on terminal: Terminal) async throws(CommandError) {
        let arguments = try publicServer?.withKey(arguments) ?? arguments
        let endpoint = try options.endpoint(from: arguments, data: try data(on: terminal))
        let format = try format()
        guard !arguments.contains(CallCommand.dryRun) else {
            return try await show(endpoint, on: terminal)
        }
        let client = try client(over: nil, on: terminal)
        if E.route.method == .delete {
            let what: LocalizedText = "\(E.route.method) \(client.base)\(path)"
            try Confirmation.ask(what, arguments, on: terminal)
        }
        if let endpoint = endpoint as? any WebSocketEndpoint {
            return try await converse(endpoint, through: client, on: terminal)
        }
        guard !E.isStream else {
            return try await follow(endpoint, through: client, on: terminal)
        }
        let response: TypedResponse<E.Output>
        do throws(CallError<E.Failure>) {
            response = try await client.response(to: endpoint)
        } catch {
            if let status = error.status {
                try showHead(status, error.fields, on: terminal)
                if arguments.contains(CallCommand.headers) {
                    try showContent(of: error, on: terminal)
                }
            }
            throw CommandError(error, place(of: client))
        }
        try showHead(response.status, response.fields, on: terminal)
        guard E.Output.self != NoContent.self else { return }
        try terminal.write(try checkedText(of: response, in: format, on: terminal))
    }

    /// Returns the text of an answer.
    ///
    /// - Throws: The reason that it cannot be shown, with the note that a call which changes
    ///   something was carried out, so that it is not repeated.
    private func checkedText(
        of response: TypedResponse<E.Output>,
        in format: Format?,
        on terminal: Terminal
    ) throws(CommandError) -> String {
        do throws(CommandError) {
            return try text(of: response, in: format, on: terminal)
        } catch {
            guard !E.route.method.isSafe else { throw error }
            let note: LocalizedText = "the call was carried out: \(response.status)"
            throw CommandError(code: error.code, lines: error.lines + [note.description])
        }
    }

    /// The path of the route, with the given values filled in.
    private var path: String {
        let segments = E.route.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name):
                options.fields.first { $0.location == .path && $0.name == name }
                    .flatMap { arguments[$0.option] }.map(DisplayText.clean) ?? name
            }
        }
        return "/" + segments.joined(separator: "/")
    }

    // MARK: - Input

    /// Returns the complete content from the option for it: text, a file or standard input; `nil`
    /// without the option.
    private func data(on terminal: Terminal) throws(CommandError) -> [UInt8]? {
        guard let text = arguments[options.data] else { return nil }
        let name = "--\(options.data.name)"
        let bytes: [UInt8]
        switch text.first {
        case "-" where text == "-": bytes = try terminal.readInput(upTo: E.contentLimit)
        case "@":
            bytes =
                try InputFile.read(String(text.dropFirst()), limit: E.contentLimit, for: name)
        default: bytes = Array(text.utf8)
        }
        guard bytes.count <= E.contentLimit else {
            throw .usage("\(name) is longer than the \(E.contentLimit) bytes that are taken")
        }
        return bytes
    }

    /// Returns the service and the user of the call, for error messages.
    func place(of client: Client) -> CallPlace {
        CallPlace(
            base: "\(client.base)",
            service: api.name,
            user: (client.settings.credentials as? BasicCredentials)?.user
        )
    }

    private var publicServer: PublicServer? { PublicServer.server(of: api.name) }

    /// Returns the base URL to which the endpoint's route is appended.
    private func base() throws(CommandError) -> String {
        let asked = arguments[CallCommand.server]
        if asked == nil, let base = publicServer?.base { return base }
        let name = asked == nil ? "RECADO_SERVER" : "--server"
        let typed = asked ?? Environment["RECADO_SERVER"] ?? "http://localhost:3000"
        let server = try TypedAddress(typed, for: name).text
        return (server.hasSuffix("/") ? String(server.dropLast()) : server) + api.prefix
    }

    /// Returns the client for the call.
    ///
    /// - Parameters:
    ///   - other: The transport to use instead of network sockets.
    ///   - terminal: The terminal to ask for a password on.
    /// - Returns: The client.
    /// - Throws: A usage error.
    func client(
        over other: (any Transport)?,
        on terminal: Terminal
    ) throws(CommandError) -> Client {
        let base = try base()
        let credentials = try CallCommand.credentials(arguments, for: base, on: terminal)
        let sockets = try ConnectionOptions.transport(arguments, to: base)
        let total = try total()
        do throws(URIError) {
            // Retries are off, because a user can repeat the command.
            return try Client.typed(base: base, other ?? sockets, retries: false) { settings in
                if SpokenLanguage.current != .english {
                    settings.fields[.acceptLanguage] = SpokenLanguage.current.tag
                }
                settings.credentials = credentials
                settings.timeouts.total = total
                // Only the total time is limited, because a server may be silent for long while it
                // prepares the answer.
                settings.timeouts.idle = nil
                settings.responseRules = responseRules
            }
        } catch {
            throw .usage("--server: \(error)")
        }
    }

    /// The rules for reading answers.
    ///
    /// For a service with reading options, the command's arguments determine the rules. For other
    /// services, the rules contain the error formats of the public server.
    private var responseRules: ResponseRules {
        ReadingOptions.of(api).isEmpty
            ? ResponseRules(errors: publicServer?.errors) : ReadingOptions.rules(arguments)
    }

    private func total() throws(CommandError) -> Duration {
        guard let text = arguments[CallCommand.timeout] else { return .seconds(60) }
        guard let seconds = Double(text), seconds >= 0.001, seconds <= 86_400 else {
            throw .usage(
                "--timeout is a number of seconds from 0.001 to 86400, not “\(DisplayText.clean(text))”"
            )
        }
        return .milliseconds(Int64(seconds * 1_000))
    }
}
