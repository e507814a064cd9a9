// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets

extension Client {
    /// A client for an address that somebody types, such as that of a machine
    /// beside them: `http` is as good.
    ///
    /// - Parameters:
    ///   - base: The address that comes before every path.
    ///   - transport: The transport that carries the calls.
    ///   - retries: Whether what may pass is tried again.
    ///   - configure: Changes the settings.
    /// - Returns: The client, which says which program calls.
    /// - Throws: `URIError` for an address that is none.
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

    /// A client for the server of a whole address that somebody types.
    ///
    /// - Parameters:
    ///   - address: The address, of which the client's base is the origin.
    ///   - arguments: The arguments of the command.
    ///   - configure: Changes the settings.
    /// - Returns: The client.
    /// - Throws: A failure for an address that is none, which does not repeat it: it may hold a
    ///   secret; and one for authorities that cannot be read.
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
