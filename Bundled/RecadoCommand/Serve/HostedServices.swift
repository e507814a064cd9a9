// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoContracts
import RecadoDocumentation
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServerStore
import RecadoServices
import RecadoStore

/// The services of `recado serve`, which share a database.
struct HostedServices: Sendable {
    /// The path of the database file, or the URL of the database server without a password.
    let database: String
    /// The locations of the database and its shards.
    let databases: [String]
    /// The base URL that clients use.
    let publicURL: String

    /// True if everybody may log in as the demonstration member `test123`.
    let isDemonstration: Bool
    /// True if the videoclub answers as the server of the iOS course did (see `Videoclub.Manner`).
    let isCourse: Bool

    /// True if passwords from other machines are accepted without TLS.
    var takesSecretsInClear = false

    /// The apps that use the services; `nil` if no apps are served.
    var apps: Apps?

    /// The state that several processes share in one database; `nil` for an SQLite file, which only
    /// one process uses.
    private let shared: SharedState?
    /// The numbers, from 1, of the databases with standbys, which answer reads for which outdated
    /// data are acceptable.
    private let replicated: [Int]
    private let damage = StoreDamage()
    /// The login sessions of the apps.
    let sessions: StoreSessionStore
    /// The database and its shards; scores and posts are divided among all, and the first contains
    /// all other data.
    private let stores: [any StoreNotifications]
    /// Limits the reports of database errors to two lines a second for each kind of error.
    private let reports: ReportThrottle<StoreError.Code>
    private let note: @Sendable (StoreError) -> Void
    private let videoclub: VideoclubService
    private let scores: ScoresService
    private let posts: PostsService
    private let films: FilmDatabaseService

    /// Opens the database and creates the services.
    ///
    /// - Parameters:
    ///   - settings: The settings from the options. They contain the location of the database: a
    ///     file that is created if necessary, or a `postgresql://` URL.
    ///   - publicURL: The base URL that clients use; unless an option sets it, a trusted proxy may
    ///     report another URL.
    ///   - isDemonstration: True if everybody may log in as `test123`.
    ///   - manner: The answers of the videoclub: those that its endpoints declare, or those of the
    ///     iOS course's server.
    ///   - report: Receives the lines that report database errors.
    /// - Throws: A failure, for example when the file is not a database of Recado.
    init(
        _ settings: ServeSettings,
        publicURL: String,
        isDemonstration: Bool,
        manner: Videoclub.Manner,
        report: @escaping @Sendable (String) -> Void
    ) async throws(CommandError) {
        let place = try settings.databasePlace()
        (database, databases, self.publicURL) = (place.shown, place.allShown, publicURL)
        (self.isDemonstration, isCourse) = (isDemonstration, manner == .course)
        (films, stores) = (Self.films(settings, publicURL), try await place.openAll())
        let store = stores[0]
        sessions = StoreSessionStore(store)
        (shared, replicated) = (place.isServer ? SharedState(store) : nil, place.replicatedNumbers)
        let names = place.allShown.joined(separator: ", ")
        let reports = ReportThrottle<StoreError.Code> { report("\(names): \($0)") }
        self.reports = reports
        let note: @Sendable (StoreError) -> Void = { [damage] error in
            damage.note(error)
            reports.report("\(error)", of: error.code)
        }
        self.note = note
        do {
            videoclub = try await VideoclubService(
                store: store,
                publicBase: publicURL,
                followsProxies: settings.publicURL == nil,
                followsRequests: settings.followsRequests,
                isDemonstration: isDemonstration,
                manner: manner,
                report: note
            )
            scores = try await Self.scores(in: stores, report: note)
            posts = try await Self.posts(in: stores, report: note)
        } catch {
            for store in stores { await store.close() }
            guard let error = error as? StoreError else { throw .failed("\(names): \(error)") }
            throw place.failure(error)
        }
    }

    private static func scores(
        in stores: [any StoreNotifications],
        report: @escaping @Sendable (StoreError) -> Void
    ) async throws(StoreError) -> ScoresService {
        try await ScoresService(
            store: stores[0],
            dividedWith: Array(stores.dropFirst()),
            answersUnknownPaths: false,
            report: report
        )
    }

    private static func posts(
        in stores: [any StoreNotifications],
        report: @escaping @Sendable (StoreError) -> Void
    ) async throws(StoreError) -> PostsService {
        try await PostsService(
            store: stores[0],
            dividedWith: Array(stores.dropFirst()),
            report: report
        )
    }

    private static func films(_ settings: ServeSettings, _ publicURL: String) -> FilmDatabaseService
    {
        FilmDatabaseService(
            publicBase: publicURL,
            followsProxies: settings.publicURL == nil,
            followsRequests: settings.followsRequests
        )
    }

    /// Finishes current work, writes the log into the database file, and closes the database.
    func close() async {
        for store in stores { await store.close() }
        reports.finish()
    }

    /// The health of the services; they are healthy if the database accepts writes, is undamaged
    /// and has its tables.
    var health: Health {
        let (damage, note) = (damage, note)
        let others = stores.enumerated().dropFirst().map { place, store in
            Health.Check(
                "shard-\(place + 1)",
                store: store,
                tables: ["score", "post"],
                report: note
            )
        }
        return Health(
            [Health.Check("database", store: stores[0], tables: BundledTables.names, report: note)]
                + others
                + [Health.Check("integrity") { if damage.isFound { throw StoreDamage.Found() } }]
        )
    }

    /// Returns the names of the members who may log in.
    func memberNames() async throws(CommandError) -> [String] {
        do throws(StoreError) {
            return try await videoclub.memberNames()
        } catch {
            throw DatabasePlace(database).failure(error)
        }
    }

    // MARK: - State of several processes

    /// Sets the options so that processes with the same database share their request state in it.
    func share(_ options: inout Application.Options) {
        shared?.apply(to: &options)
        for number in replicated {
            let cookie = number == 1 ? "log-position" : "log-position-\(number)"
            options.middleware.append(ReplicaMiddleware(stores[number - 1], cookie: cookie))
        }
    }

    /// Returns the time by which this machine's clock is ahead of the database server's clock;
    /// `nil` if there is no server, or it does not answer.
    func clockSkew() async -> Duration? {
        try? await shared?.clockSkew()
    }

    /// Deletes outdated request state every ten minutes, until the task is cancelled.
    func sweep() async {
        while !Task.isCancelled {
            // A failed deletion is tried again the next time; a lost database is reported
            // elsewhere.
            try? await shared?.sweep()
            _ = try? await sessions.sweep(unusedFor: Apps.Settings.loginLifetime)
            try? await Task.sleep(for: .seconds(600))
        }
    }

    // MARK: - Application

    /// Returns the handler for all requests: the services, their own pages and the documentation.
    ///
    /// - Parameter options: The options that the services share.
    /// - Returns: The handler.
    /// - Throws: A failure of this program, if a declaration is invalid.
    func application(
        _ options: Application.Options
    ) throws(CommandError) -> Application {
        let posters = VideoclubService.pages.keys.sorted()
        var club = videoclub.service
        club.takesSecretsInClear = takesSecretsInClear
        let services =
            [club, scores.service, posts.service, WeatherService().service]
            + [films.service, PlaygroundService().service]
            + [RoutesService(publicBase: publicURL).service]
        let listings = services.map { listing(of: $0, posters: posters) }
        var pages = documentation(of: services, listings).pages
        let ownPages = [VideoclubService.pages, WeatherService.pages, films.pages]
        for own in ownPages + [apps == nil ? [:] : Apps.pages] {
            pages.merge(own) { _, own in own }
        }
        let forPeople = apps.map { apps in
            pages["/favicon.ico"] = Apps.icon
            pages["/robots.txt"] = Apps.robots
            // The path `/game` belongs to a WebSocket of the scores service.
            for app in apps.identities where app.name != "game" {
                let link = AppLink(app: app, apps: apps)
                pages[link.path] = link
            }
            let home = HomePage(publicURL: publicURL, services: listings, apps: apps)
            return [HomeHandler(home).service, apps.service]
        }
        do throws(InvalidServicesError) {
            return try Application(services + (forPeople ?? []), pages: pages, options: options)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Returns the documentation pages of the services.
    private func documentation(
        of services: [Service],
        _ listings: [ServiceListing]
    ) -> Documentation {
        var documentation = Documentation(of: services)
        documentation.samplesByService = ServiceSamples.all
        documentation.server = publicURL
        documentation.home = "/"
        let guest = VideoclubService.guest
        documentation.sampleUser = isDemonstration ? (guest, guest) : ("name", "password")
        let url = publicURL
        documentation.command = DocumentedCommand("recado") { service, endpoint in
            let listing = listings.first { $0.api.name == service }
            return listing.flatMap { $0.line(calling: endpoint, at: url) }
        }
        let spanish = services.map { service in
            (service.api.name, ServiceWords(service.api, in: .spanish).documented)
        }
        documentation.words["es"] = Dictionary(spanish) { first, _ in first }
        return documentation
    }

    /// Returns the home page's entry for a service.
    private func listing(of service: Service, posters: [String]) -> ServiceListing {
        let name = service.api.name
        var listing = ServiceListing(service, samples: ServiceSamples.all[name] ?? [:])
        listing.queries = ServiceSamples.queries[name] ?? [:]
        // A new database has no scores or posts. The samples have only one `id`, which does not fit
        // every endpoint of the routes service.
        listing.hasEntries = ![Scores.api.name, Posts.api.name, Routes.api.name].contains(name)
        if name == Videoclub.api.name {
            let guest = VideoclubService.guest
            listing.user = isDemonstration ? "\(guest):\(guest)" : "name:password"
            listing.pictures = Array(posters.prefix(8))
        }
        return listing
    }
}
