// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer

extension ServeSettings {
    /// The settings for logs, metrics and proxies, from the options of `recado serve`.
    struct Seeing: Sendable, Hashable {
        /// The format of the log; `nil` for no log.
        let log: AccessLog.Format?
        /// The duration from which a request counts as slow; `nil` if slow requests are not
        /// reported.
        let slow: Duration?
        /// The clients that may read the metrics; `nil` for no metrics.
        let metrics: Metrics.Audience?
        /// The proxies whose statements about clients are trusted.
        let trustedProxies: TrustedProxies
        /// The host names that clients may use for the server.
        let hosts: [String]
        /// The Strict-Transport-Security policy for clients that connect over TLS; `nil` for none.
        let strictTransport: TLSConfiguration.StrictTransport?

        init(_ arguments: ParsedArguments) throws(CommandError) {
            log = arguments[ServeCommand.log].map { $0 == "json" ? .json : .text }
            slow = try arguments.number(ServeCommand.slow, in: 1...3_600_000).map {
                .milliseconds($0)
            }
            switch arguments[ServeCommand.metrics] {
            case "off": metrics = nil
            case "everyone": metrics = .everyone
            default: metrics = .loopback
            }
            let names = arguments.values[ServeCommand.trustedProxy.name] ?? []
            var networks: [TrustedProxies.Network] = []
            for name in names where name != "loopback" {
                guard let network = TrustedProxies.Network(name) else {
                    throw .usage(
                        "--trusted-proxy is loopback, or a network like 10.1.0.0/24, not “\(name)”"
                    )
                }
                networks.append(network)
            }
            for option in [ServeCommand.forwarded, ServeCommand.strictTransport] {
                guard !arguments.contains(option) || !names.isEmpty else {
                    throw .usage("--\(option.name) needs --trusted-proxy")
                }
            }
            let publicURL = arguments[ServeCommand.publicURL].flatMap { try? URI($0) }
            hosts =
                try Self.allowedHosts(arguments)
                + [publicURL?.host].compactMap(\.self) + ServeSettings.hostNames
            strictTransport =
                arguments.contains(ServeCommand.strictTransport)
                ? TLSConfiguration.StrictTransport() : nil
            trustedProxies = TrustedProxies(
                networks: networks,
                includesLoopback: names.contains("loopback"),
                fields: arguments.contains(ServeCommand.forwarded) ? .forwarded : .xForwarded
            )
        }

        private static func allowedHosts(
            _ arguments: ParsedArguments
        ) throws(CommandError) -> [String] {
            let hosts = arguments.values[ServeCommand.allowedHost.name] ?? []
            if let host = hosts.first(where: { (try? URI("http://\($0)"))?.host != $0 }) {
                throw .usage("--allowed-host is a host name without a port, not “\(host)”")
            }
            return hosts
        }
    }
}
