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

    func run(on terminal: Terminal) async throws(CommandFailure) {
        let arguments = try publicServer?.withKey(arguments) ?? arguments
        let endpoint = try options.endpoint(from: arguments, data: try data(on: terminal))
        let client = try client(on: terminal)
        let format = try format()
        if let endpoint = endpoint as? any WebSocketEndpoint {
            return try await converse(endpoint, through: client, on: terminal)
        }
        guard !E.isStream else {
            return try await follow(endpoint, through: client, on: terminal)
        }
        let reply: Reply<E.Output>
        do throws(CallError<E.Failure>) {
            reply = try await client.reply(to: endpoint)
        } catch {
            throw CommandFailure(error, place(of: client))
        }
        guard E.Output.self != NoContent.self else { return }
        try terminal.write(try text(of: reply, in: format, on: terminal))
    }

    // MARK: - Input

    /// The whole content, if an option gives it: as text, in a file or on standard input.
    private func data(on terminal: Terminal) throws(CommandFailure) -> [UInt8]? {
        guard let text = arguments[options.data] else { return nil }
        let name = "--\(options.data.name)"
        let bytes: [UInt8]
        switch text.first {
        case "-" where text == "-": bytes = try terminal.readInput(upTo: E.contentLimit)
        case "@": bytes = try Self.bytes(ofFile: String(text.dropFirst()), for: name)
        default: bytes = Array(text.utf8)
        }
        guard bytes.count <= E.contentLimit else {
            throw .usage("\(name) is longer than the \(E.contentLimit) bytes that are taken")
        }
        return bytes
    }

    private static func bytes(
        ofFile path: String,
        for name: String
    ) throws(CommandFailure) -> [UInt8] {
        do throws(CredentialFileError) {
            let bytes = try PrivateFile.read(path, limit: E.contentLimit, isGuarded: false)
            if let bytes { return bytes }
        } catch {
            throw .usage("\(name): \(DisplayText.clean(path)): \(error)")
        }
        throw .usage("\(name): there is no file \(DisplayText.clean(path))")
    }

    /// Who calls whom, for errors.
    func place(of client: Client) -> CallPlace {
        CallPlace(
            base: "\(client.base)",
            service: api.name,
            user: (client.settings.credentials as? BasicCredentials)?.user
        )
    }

    private var publicServer: PublicServer? { PublicServer.server(of: api.name) }

    /// What comes before the endpoint's route.
    private func base() throws(CommandFailure) -> String {
        let asked = arguments[CallCommand.server]
        if asked == nil, let base = publicServer?.base { return base }
        let name = asked == nil ? "RECADO_SERVER" : "--server"
        let typed = asked ?? Environment["RECADO_SERVER"] ?? "http://localhost:3000"
        let server = try TypedAddress(typed, for: name).text
        return (server.hasSuffix("/") ? String(server.dropLast()) : server) + api.prefix
    }

    private func client(on terminal: Terminal) throws(CommandFailure) -> Client {
        let base = try base()
        let credentials = try CallCommand.credentials(arguments, for: base, on: terminal)
        let transport = try ConnectionOptions.transport(arguments, to: base)
        let total = try total()
        do throws(URIError) {
            // People try again themselves.
            return try Client.typed(base: base, transport, retries: false) { settings in
                settings.credentials = credentials
                settings.timeouts.total = total
                // One limit is enough for people; silence is none while the answer is being made.
                settings.timeouts.idle = nil
                settings.answers = answers
            }
        } catch {
            throw .usage("--server: \(error)")
        }
    }

    /// How answers are read: as the options say where there are such, else with the errors of the service.
    private var answers: AnswerRules {
        ReadingOptions.of(api).isEmpty
            ? AnswerRules(errors: publicServer?.errors) : ReadingOptions.rules(arguments)
    }

    private func total() throws(CommandFailure) -> Duration {
        guard let text = arguments[CallCommand.timeout] else { return .seconds(60) }
        guard let seconds = Double(text), seconds >= 0.001, seconds <= 86_400 else {
            throw .usage(
                "--timeout is a number of seconds from 0.001 to 86400, not “\(DisplayText.clean(text))”"
            )
        }
        return .milliseconds(Int64(seconds * 1_000))
    }

    // MARK: - Output

    private func text(
        of reply: Reply<E.Output>,
        in format: Format?,
        on terminal: Terminal
    ) throws(CommandFailure) -> String {
        var json = JSON()
        json.isPretty = true
        do throws(CodingFailure) {
            if let format {
                let text = String(decoding: try format.encode(reply.output).bytes, as: UTF8.self)
                guard terminal.isInteractive else {
                    return text.utf8.last == 0x0A ? text : text + "\n"
                }
                return text.unicodeScalars.split(separator: "\n")
                    .map { DisplayText.clean(String($0)) + "\n" }
                    .joined()
            }
            let bytes = try json.encode(reply.output)
            let text = String(decoding: bytes, as: UTF8.self) + "\n"
            let isJSON =
                arguments.contains(CallCommand.json) || arguments.contains(CallCommand.format)
            guard terminal.isInteractive else { return text }
            let value = try json.value(from: bytes)
            guard !isJSON, let shown = Self.shown(value, terminal.width) else {
                return DisplayText.escaped(text)
            }
            return shown + note(on: value, reply)
        } catch {
            throw CommandFailure(code: 5, "the answer cannot be shown: \(error)")
        }
    }

    /// A list as a table and an object as a card; `nil` for what is neither.
    static func shown(_ value: Value, _ width: Int) -> String? {
        if case .object(let object) = value { return Card(object).text(width: width) }
        return Table(value)?.text(width: width)
    }

    /// The format that the answer is to be written in, if one is named other than JSON.
    private func format() throws(CommandFailure) -> Format? {
        guard let name = arguments[CallCommand.format], name != "json" else { return nil }
        let formats = E.isStream ? [.json] : E.answerFormats
        guard let format = formats.first(where: { $0.pathExtension == name }) else {
            let known = formats.map(\.pathExtension).joined(separator: ", ")
            throw .usage("--format is one of \(known), not “\(DisplayText.clean(name))”")
        }
        return format
    }

    /// What a list does not show: that there is more of it.
    private func note(on value: Value, _ reply: Reply<E.Output>) -> String {
        guard let shown = value.arrayValue?.count,
            let total = reply.fields["X-Total-Count"].flatMap({ Int($0) }),
            total > shown
        else { return "" }
        let hint = options.options.contains { $0.name == "page" } ? "; --page shows others" : ""
        return "\n\(shown) of \(total)\(hint)\n"
    }
}
