// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The options of `recado serve` for logs, metrics and trusted proxies.
extension ServeCommand {
    static let log = CommandOption(
        "log",
        "form",
        about: """
            Write a line for each request to standard error: text, which is the combined form of web \
            servers, or json. Queries and credentials are left out.
            """,
        values: ["text", "json"],
        defaultValue: "text"
    )
    static let slow = CommandOption(
        "slow",
        "milliseconds",
        about: "Mark requests that take so long; without --log, write a line for those alone."
    )
    static let metrics = CommandOption(
        "metrics",
        "audience",
        about:
            "The clients that may read /metrics: loopback, which is this machine and the default, everyone, off.",
        values: ["loopback", "everyone", "off"]
    )
    static let trustedProxy = CommandOption(
        "trusted-proxy",
        "network",
        about: """
            A proxy that is believed about its clients: loopback, or an address or network such as \
            10.1.0.0/24. It may be given several times.
            """
    )
    static let forwarded = CommandOption(
        "forwarded",
        about: "The trusted proxies write Forwarded; by default X-Forwarded-For, -Proto and -Host."
    )
    static let strictTransport = CommandOption(
        "strict-transport",
        about: """
            Tell browsers that came over TLS to a trusted proxy to come back over TLS only, for a year; \
            by default that is left to the proxy.
            """
    )
    static let allowedHost = CommandOption(
        "allowed-host",
        "name",
        about: """
            A further name by which clients reach the server; it may be given several times. Requests for \
            other names than this machine's and that of --public-url are refused with 421.
            """
    )
    static let seeingOptions = [
        log, slow, metrics, trustedProxy, forwarded, strictTransport, allowedHost,
    ]

    /// Returns the options that all services share, including logs and metrics.
    static func options(
        _ settings: ServeSettings.Seeing,
        _ services: HostedServices,
        _ server: Server
    ) throws(CommandError) -> Application.Options {
        var options = Application.Options()
        services.share(&options)
        options.trustedProxies = settings.trustedProxies
        options.middleware.append(.hosts(settings.hosts))
        options.strictTransport = settings.strictTransport
        options.health = services.health
        let logs = try logs(settings)
        options.observers += logs
        if let audience = settings.metrics {
            let metrics = Metrics(audience: audience)
            addGauges(of: server, to: metrics)
            metrics.addCounter(
                "recado_log_dropped_total",
                help: "Requests that the log had no room for."
            ) { Double(logs.reduce(0) { $0 + $1.dropped }) }
            options.observers.append(metrics)
        }
        return options
    }

    private static func addGauges(of server: Server, to metrics: Metrics) {
        metrics.addGauge("recado_connections", help: "Connections that are open.") {
            [weak server] in server.map { Double($0.connectionCount) }
        }
        metrics.addGauge("recado_pending_bytes", help: "Bytes that wait for slow clients.") {
            [weak server] in server.map { Double($0.pendingByteCount) }
        }
        metrics.addGauge(
            "recado_loop_delay_p99_seconds",
            help: "The time that 99 of 100 events wait for their loop at most, in the last minute."
        ) { [weak server] in server.map { $0.loopDelay.percentile99 / .seconds(1) } }
        metrics.addGauge(
            "recado_loop_delay_max_seconds",
            help: "The longest time that an event has waited for its loop, in the last minute."
        ) { [weak server] in server.map { $0.loopDelay.longest / .seconds(1) } }
    }

    private static func logs(_ settings: ServeSettings.Seeing) throws(CommandError) -> [AccessLog] {
        guard settings.log != nil || settings.slow != nil else { return [] }
        do throws(ServerError) {
            let log = try AccessLog(
                format: settings.log ?? .text,
                slow: settings.slow,
                onlySlow: settings.log == nil
            ) { lines in
                // If this fails, the failure cannot be reported anywhere.
                _ = Terminal.write(String(decoding: lines, as: UTF8.self), to: STDERR_FILENO)
            }
            return [log]
        } catch {
            throw .failed("the log cannot be written: \(error)")
        }
    }
}
