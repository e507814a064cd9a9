// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `recado serve`: serves the services on this machine.
enum ServeCommand {
    static let port = CommandOption(
        "port",
        "number",
        about: "The port; 3000 by default, 0 for any that is free."
    )
    static let address = CommandOption(
        "address",
        "address",
        about: """
            Where to listen: an IP address, or unix:/path. By default 127.0.0.1 and ::1, which this \
            machine alone reaches; 0.0.0.0 is the whole network.
            """
    )
    static let database = CommandOption(
        "database",
        "file",
        about: """
            Where to keep everything: a file, $RECADO_DATABASE or recado/recado.sqlite in $XDG_DATA_HOME by default, or \
            postgresql://user@host/name, with the password in $PGPASSWORD or ~/.pgpass.
            """
    )
    static let directDatabase = CommandOption(
        "database-direct",
        "url",
        about: """
            The database server's own address, where --database is that of a pooler such as PgBouncer in transaction \
            mode; $RECADO_DATABASE_DIRECT by default. With --shard, given once for each database in the same order.
            """
    )
    static let replica = CommandOption(
        "replica",
        "url",
        about: """
            The address of standbys of --database, which answer reads that may be some seconds old; \
            $RECADO_DATABASE_REPLICA by default. With --shard, given once for each database in the same order.
            """
    )
    static let shard = CommandOption(
        "shard",
        "url",
        about: """
            Another database, among which and --database scores and posts are divided; given once for each, always in the \
            same order; those in $RECADO_DATABASE_SHARDS, with blanks between them, by default.
            """
    )
    static let publicURL = CommandOption(
        "public-url",
        "url",
        about: "The address that clients use; http://localhost with the port by default."
    )
    static let loops = CommandOption(
        "loops",
        "number",
        about: "The number of threads that serve; one for each processor by default."
    )
    static let course = CommandOption(
        "course",
        about: """
            Answer as the videoclub of the course did: rented is 0 or 1, a new film is answered with \
            200, and renting a rented film, like returning a free one, is no failure.
            """
    )
    static let demo = CommandOption(
        "demo",
        about: """
            Let everybody call the videoclub as test123 with the password test123. Without --address, \
            --trusted-proxy and --public-url that is so by itself.
            """
    )
    static let command = Command(
        "serve",
        "Serves the services on this machine.",
        detail: """
            It ends with Ctrl-C, after the requests under way are answered; a second Ctrl-C ends it \
            at once. SIGUSR2 has a new process of the program take its place, and no client notice.

            A server speaks HTTP or HTTPS, not both. With certificates, SIGHUP reads them and their \
            keys again, for new connections; what is wrong with them is said and changes nothing.

            A server that other machines reach, by its address, through a trusted proxy or by a public \
            URL, has the members that recado user adds, and no others. It says who may log in and what is \
            refused.
            """,
        options: [
            port, address, database, directDatabase, replica, shard, publicURL, loops, course, demo,
            HostedApps.service,
        ] + securityOptions + seeingOptions + limitOptions
    ) { (arguments, terminal) async throws(CommandError) in
        try await serve(arguments, on: terminal)
    }

    // MARK: - Serving

    private static func serve(
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandError) {
        let settings = try ServeSettings(arguments)
        let signals = StopSignals(hangup: settings.security == .none)
        defer { signals.cancel() }
        let restart = RestartSignal()
        defer { restart.cancel() }
        let (tls, made) = try settings.makeTLS()
        let gate = StartupHandler()
        let manager = ServiceManager()
        let (server, addresses) = try await prepare(settings, tls, gate)
        let reload = tls == nil ? nil : reloadSignal(of: server, manager, on: terminal)
        defer { reload?.cancel() }
        do throws(CommandError) {
            var services = try await HostedServices(
                settings,
                publicURL: settings.publicURL ?? publicURL(of: addresses, settings),
                isDemonstration: settings.isDemonstration(at: addresses),
                manner: arguments.contains(course) ? .course : .declared,
                report: { terminal.complain($0) }
            )
            services.takesSecretsInClear = settings.takesSecretsInClear
            let options = try options(settings.seeing, services, server)
            services.apps = try HostedApps.make(over: gate, services, settings)
            gate.open(try services.application(options))
            let words = try await words(addresses, services, settings, made)
            // On a restart, the predecessor ends once this process confirms that it serves.
            try await confirm(server, manager)
            try announce(words, on: terminal)
            await waitForEnd(of: server, services, signals, restart, manager, on: terminal)
            // On standard output, like the banner, because standard error may be a JSON log.
            _ = Terminal.write("\(stopping(server.requestCount))\n", to: STDOUT_FILENO)
            await end(server, services, options)
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
    }

    /// Returns the line that announces the end of the server.
    private static func stopping(_ count: Int) -> LocalizedText {
        switch count {
        case 0: "Stopping; no request is under way"
        case 1: "Stopping; 1 request is under way"
        default: "Stopping; \(count) requests are under way"
        }
    }

    /// Writes the banner; a closed pipe, as in `recado serve | head -1`, is not an error.
    private static func announce(_ words: String, on terminal: Terminal) throws(CommandError) {
        do throws(CommandError) {
            try terminal.write(words)
        } catch {
            guard error == .outputClosed else { throw error }
        }
    }

    /// Finishes requests under way, writes the rest of the logs, and closes all resources.
    private static func end(
        _ server: Server,
        _ services: HostedServices,
        _ options: Application.Options
    ) async {
        // Clients usually wait this long for an answer.
        await server.shutdown(grace: .seconds(10))
        for case let log as AccessLog in options.observers { await log.close() }
        await services.close()
    }

    /// Creates the server and starts listening, unless the process was given sockets.
    ///
    /// Listening comes first, because it determines the port, and fails before the database is
    /// opened if another server runs. On given sockets, clients wait until the services are ready.
    private static func prepare(
        _ settings: ServeSettings,
        _ tls: TLSConfiguration?,
        _ handler: StartupHandler
    ) async throws(CommandError) -> (Server, [SocketAddress]) {
        var configuration = ServerConfiguration()
        configuration.tls = tls
        if let loops = settings.loops { configuration.loops = loops }
        configuration.limits = settings.limits
        configuration.trustsLoopback = settings.trustsLocal
        if let inherited = InheritedSockets() {
            configuration.inherited = inherited
            do throws(ServerError) {
                let addresses = try inherited.addresses()
                return (Server(configuration, handler: handler), addresses)
            } catch {
                throw .failed("\(error)")
            }
        }
        return try await start(settings, configuration, handler)
    }

    /// Listens on the first set of addresses that this machine supports.
    private static func start(
        _ settings: ServeSettings,
        _ configuration: ServerConfiguration,
        _ handler: StartupHandler
    ) async throws(CommandError) -> (Server, [SocketAddress]) {
        var configuration = configuration
        var choices = settings.addresses[...]
        while let addresses = choices.popFirst() {
            configuration.addresses = addresses
            let server = Server(configuration, handler: handler)
            do throws(ServerError) {
                return (server, try await server.start())
            } catch {
                guard choices.isEmpty || !error.isMissingFamily else { continue }
                guard error.isAddressInUse else { throw .failed("\(error)") }
                throw .failed(
                    "\(error)",
                    "does 'recado serve' run already? --port chooses another port"
                )
            }
        }
        throw .failed("there is no address to listen on")
    }

    /// Starts serving, and notifies the predecessor or the service manager that waits for this.
    private static func confirm(
        _ server: Server,
        _ manager: ServiceManager?
    ) async throws(CommandError) {
        if server.addresses.isEmpty {
            do throws(ServerError) {
                try await server.start()
            } catch {
                throw .failed("\(error)")
            }
            server.inherited?.confirm()
        }
        manager?.tell(.ready)
    }
}

extension ServerError {
    fileprivate var isAddressInUse: Bool {
        if case .addressInUse = self { true } else { false }
    }
}
