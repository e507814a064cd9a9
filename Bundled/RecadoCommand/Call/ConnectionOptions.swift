// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets

/// The options for connections to servers: the trusted authorities, and the use of passwords
/// without TLS.
enum ConnectionOptions {
    static let authorities = CommandOption(
        "cacert",
        "file",
        about: "Trust the certificate authorities in this file, in PEM form, and not the system's."
    )
    static let pin = CommandOption(
        "pin",
        "sha256//hash",
        about: """
            Call a server only if its certificate has this public key, as curl's --pinnedpubkey; more than once for \
            several.
            """
    )
    static let insecure = CommandOption(
        "insecure",
        about: """
            Call a server whatever certificate it shows: without --pin, any machine on the way can pose as it. A \
            password, or a key of the environment, goes to this machine alone then.
            """
    )
    /// The options that determine which servers are trusted.
    static let trust = [authorities, pin, insecure]
    static let passwordsInClear = CommandOption(
        "passwords-in-clear",
        about: """
            Send a password by http, or with --insecure, to other machines, too, where others can read it on \
            the way. By default it is sent by https and to this machine alone.
            """
    )

    /// The greatest size of a file of certificate authorities in bytes: enough for the largest
    /// collections.
    private static let limit = 4 * 1_024 * 1_024

    /// Creates the transport for the calls of a command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, which may name the servers to trust.
    ///   - address: The address to call; `nil` if it is not known yet, and ``checkPin(to:_:)`` is
    ///     called later.
    /// - Returns: The transport.
    /// - Throws: A usage error if the file of authorities cannot be read or has no certificate, if
    ///   a pin is invalid, or if a pin is given for an address without TLS.
    static func transport(
        _ arguments: ParsedArguments,
        to address: String?
    ) throws(CommandError) -> SocketTransport {
        if let address { try checkPin(to: address, arguments) }
        var options = SocketTransport.Options()
        if let path = arguments[authorities] {
            if arguments.contains(insecure) {
                throw .usage("--cacert and --insecure exclude each other")
            }
            options.host.trust = .authorities(pem: try certificates(in: path))
        }
        for text in arguments.values[pin.name] ?? [] {
            guard let key = PublicKeyPin(text: text) else {
                throw .usage(
                    "--pin is sha256// and a hash in Base64, not “\(DisplayText.clean(text))”"
                )
            }
            options.host.pins.append(key)
        }
        if arguments.contains(insecure) {
            options.host.verification = .replacingOrdinaryCheck { _ in .accept }
        }
        return SocketTransport(options: options)
    }

    private static func certificates(in path: String) throws(CommandError) -> [UInt8] {
        let bytes = try InputFile.read(path, limit: limit, for: "--cacert")
        guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
            throw .usage("--cacert: \(path) has no certificate in PEM form")
        }
        return bytes
    }

    /// Throws an error if a pin is given for an address without TLS, where no key can be compared.
    ///
    /// - Parameters:
    ///   - address: The address to call; an invalid address is ignored, because the call refuses
    ///     it.
    ///   - arguments: The arguments, which may contain pins.
    /// - Throws: A usage error.
    static func checkPin(
        to address: String,
        _ arguments: ParsedArguments
    ) throws(CommandError) {
        guard arguments.contains(pin), let uri = try? URI(address), let authority = uri.authority,
            uri.scheme.lowercased() == "http"
        else { return }
        throw .usage(
            "--pin: \(authority) is called with http, where servers show no key",
            "use https, or leave --\(pin.name) out"
        )
    }

    /// Throws an error if an API key from the environment would be sent to an unverified server.
    ///
    /// - Parameters:
    ///   - key: The variable that contains the key.
    ///   - option: The option for the same key.
    ///   - address: The address of the server.
    ///   - arguments: The arguments, which may turn verification off.
    /// - Throws: A usage error.
    static func checkKey(
        in key: String,
        insteadOf option: String,
        to address: String,
        _ arguments: ParsedArguments
    ) throws(CommandError) {
        guard arguments.contains(insecure), !arguments.contains(pin),
            let uri = try? URI(address), let authority = uri.authority,
            !CleartextPolicy.loopback.allows(authority)
        else { return }
        throw .usage(
            "with --insecure a machine that poses as \(authority) can read the key in \(key)",
            "leave it out, name the server's key with --\(pin.name), or give a key with --\(option)"
        )
    }

    /// Throws an error if a password would be sent over a connection that others can read.
    ///
    /// - Parameters:
    ///   - address: The address of the server; an invalid address is ignored here, because the call
    ///     refuses it.
    ///   - arguments: The arguments, which may allow passwords without TLS.
    /// - Throws: A usage error.
    static func checkPassword(
        to address: String,
        _ arguments: ParsedArguments
    ) throws(CommandError) {
        guard let uri = try? URI(address), let authority = uri.authority,
            !CleartextPolicy.loopback.allows(authority), !arguments.contains(passwordsInClear)
        else { return }
        switch uri.scheme.lowercased() {
        case "http":
            throw .usage(
                "\(authority) is another machine, and by http others can read the password on the way",
                "use https, or say --\(passwordsInClear.name)"
            )
        case "https" where arguments.contains(insecure) && !arguments.contains(pin):
            throw .usage(
                "\(authority) is another machine, and with --insecure a machine that poses as it can read the password",
                "name its key with --\(pin.name), or say --\(passwordsInClear.name)"
            )
        default: return
        }
    }
}
