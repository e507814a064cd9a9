// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer

extension ServeCommand {
    // MARK: - Options

    static let certificate = CommandOption(
        "tls-certificate",
        "file",
        about: """
            Serve HTTPS with this certificate, in PEM form, and those after it that lead to an \
            authority. Several are chosen by the names in them; the first is the default.
            """
    )
    static let key = CommandOption(
        "tls-key",
        "file",
        about: "The private key of the certificate before or after it, in PEM form."
    )
    static let authorities = CommandOption(
        "tls-client-authorities",
        "file",
        about: "Let clients in that have a certificate of one of these authorities, in PEM form."
    )
    static let selfSigned = CommandOption(
        "tls-self-signed",
        about: "Serve HTTPS with a certificate that is made now and known to nobody, for trying."
    )
    static let passwordsInClear = CommandOption(
        "passwords-in-clear",
        about: """
            Take passwords without TLS from other machines, too, where others can read them on the way.
            """
    )
    static let trustLocal = CommandOption(
        "trust-local",
        about: """
            Take passwords without TLS from this machine, and show it the metrics. Not where a proxy on \
            this machine passes on requests of others, unless --trusted-proxy names it.
            """
    )
    static let securityOptions = [
        certificate, key, authorities, selfSigned, passwordsInClear, trustLocal,
    ]

    // MARK: - Reloading

    /// Handles SIGHUP, which asks the process to read certificates and keys again.
    static func reloadSignal(
        of server: Server,
        _ manager: ServiceManager?,
        on terminal: Terminal
    ) -> ReloadSignal {
        ReloadSignal { [weak server] in
            guard let server else { return }
            manager?.tell(.reloading)
            defer { manager?.tell(.ready) }
            do throws(ServerError) {
                try server.reloadTLS()
                terminal.note(LocalizedText("The certificates were read again.").description)
            } catch {
                terminal.complain(
                    LocalizedText("\(error); the certificates stay as they were").description
                )
            }
        }
    }
}
