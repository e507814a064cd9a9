// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets

extension Client {
    /// A client for an address that a user types; `http` is allowed, such as for another machine in
    /// the same room.
    ///
    /// - Parameters:
    ///   - base: The address before every path.
    ///   - transport: The transport that carries the calls.
    ///   - retries: True to retry after temporary errors.
    ///   - configure: Changes the settings.
    /// - Returns: The client, which identifies the calling program.
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

    /// A client for the server of a whole address that a user types.
    ///
    /// - Parameters:
    ///   - address: The address, of which the client's base is the origin.
    ///   - arguments: The arguments of the command.
    ///   - configure: Changes the settings.
    /// - Returns: The client.
    /// - Throws: A failure for a text that is not an address, without repeating it, since it may
    ///   contain a secret; and a failure for authorities that cannot be read.
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
