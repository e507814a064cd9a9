// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets

extension Client {
    /// Creates a client for an address that a user types; plain `http` is allowed, also for other
    /// machines.
    ///
    /// - Parameters:
    ///   - base: The base URL, to which paths are appended.
    ///   - transport: The transport that carries the calls.
    ///   - retries: True to retry after temporary errors.
    ///   - configure: Changes the client's settings.
    /// - Returns: The client, whose User-Agent names this program.
    /// - Throws: `URIError` for a text that is not an address.
    static func typed(
        base: String,
        _ transport: any Transport,
        retries: Bool = true,
        configure: (inout Settings) -> Void = { _ in }
    ) throws(URIError) -> Client {
        let middleware = ClientMiddleware.standard {
            $0.cleartext = .everywhere
            if !retries { $0.retry = nil }
        }
        return try Client(base: base, transport: transport, middleware: middleware) {
            $0.fields[.userAgent] = "recado/\(RecadoCommand.version)"
            configure(&$0)
        }
    }

    /// Creates a client for the server of a complete address that a user types.
    ///
    /// - Parameters:
    ///   - address: The complete address; its origin becomes the client's base.
    ///   - arguments: The arguments of the command.
    ///   - configure: Changes the client's settings.
    /// - Returns: The client.
    /// - Throws: A failure if the text is not an address, or if the authorities cannot be read. The
    ///   message does not repeat the text, because it may contain a secret.
    static func typed(
        address: String,
        _ arguments: ParsedArguments,
        configure: (inout Settings) -> Void = { _ in }
    ) throws(CommandError) -> Client {
        let transport = try ConnectionOptions.transport(arguments, to: address)
        do throws(URIError) {
            let base = try URI(address).origin ?? ""
            return try typed(base: base, transport, configure: configure)
        } catch {
            throw .usage("<url>: \(error)")
        }
    }
}
