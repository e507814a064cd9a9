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

/// The services of `recado serve`, with the database that they share.
struct HostedServices: Sendable {
    /// The file of the database, or where its server is, without a password.
    let database: String
    /// The database, with those among which scores and posts are divided.
    let databases: [String]
    /// The address that clients use.
    let publicURL: String

    /// Whether everybody may call as the demonstration's member.
    let isDemonstration: Bool
    /// Whether the videoclub answers as the course's server did.
    let isCourse: Bool

    /// Whether passwords are taken without TLS from other machines.
    var takesSecretsInClear = false

    /// The pages over the services; none without.
    var apps: Apps?

    /// The state that several processes over one database share; `nil` for a file, which has one
    /// process.
    private let shared: SharedState?
    /// Whether standbys answer reads that may be old.
    private let hasReplica: Bool
    private let damage = StoreDamage()
    /// The logins of the apps.
    let sessions: StoreSessionStore
    /// The databases among which scores and posts are divided, that of all else first.
    private let stores: [any StoreNotifications]
    /// Takes note of what the database could not do, at most two lines a
    /// second for each kind of error.
    private let reports: ReportThrottle<StoreError.Code>
    private let note: @Sendable (StoreError) -> Void
    private let videoclub: VideoclubService
    private let scores: ScoresService
    private let posts: PostsService
    private let films: FilmDatabaseService

    /// Opens the database and the services in it.
    ///
    /// - Parameters:
    ///   - settings: The settings that the options give, with the place of the database: a file
    ///     that is made if need be, or a `postgresql://` URL.
    ///   - publicURL: The address that clients use; unless it was given, a
    ///     trusted proxy may tell of another.
    ///   - isDemonstration: Whether everybody may call as `test123`.
    ///   - manner: The manner of the videoclub where the course's server differs.
    ///   - report: Takes a line about what the database could not do, or about how often.
    /// - Throws: A failure of this machine, when the file is no database of Recado and the like.
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
        (shared, hasReplica) = (place.isServer ? SharedState(store) : nil, place.replica != nil)
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

    /// Finishes what is under way, empties the log into the database and closes it.
    func close() async {
        for store in stores { await store.close() }
        reports.finish()
    }

    /// Whether the services can do their work: the database takes writes,
    /// is whole and has its tables.
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

    /// The names of the members who may log in.
    func memberNames() async throws(CommandError) -> [String] {
        do throws(StoreError) {
            return try await videoclub.memberNames()
        } catch {
            throw DatabasePlace(database).failure(error)
        }
    }

    // MARK: - State of several processes

    /// Has the database keep what processes over it have to know of each other's requests.
    func share(_ options: inout Application.Options) {
        shared?.apply(to: &options)
        if hasReplica { options.middleware.append(ReplicaMiddleware(stores[0])) }
    }

    /// The time by which this machine's clock is ahead of a database server's; `nil` where there
    /// is none, or none that answers.
    func clockSkew() async -> Duration? {
        try? await shared?.clockSkew()
    }

    /// Forgets what no longer matters of that, every ten minutes until the task is cancelled.
    func sweep() async {
        while !Task.isCancelled {
            // What fails now is done the next time; the services say
            // themselves when a database is lost.
            try? await shared?.sweep()
            _ = try? await sessions.sweep(unusedFor: Apps.Settings.loginLifetime)
            try? await Task.sleep(for: .seconds(600))
        }
    }

    // MARK: - Application

    /// Returns the handler of requests: the services, their pages and the pages about them.
    ///
    /// - Parameter options: The options that the services share.
    /// - Returns: The handler.
    /// - Throws: A failure of this program, when a declaration has a fault.
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
            // At `/game` the scores have a WebSocket.
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

    /// The pages about the services.
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

    /// A service on the home page.
    private func listing(of service: Service, posters: [String]) -> ServiceListing {
        let name = service.api.name
        var listing = ServiceListing(service, samples: ServiceSamples.all[name] ?? [:])
        listing.queries = ServiceSamples.queries[name] ?? [:]
        // No score and no post is known before there is one, and categories have
        // other identifiers than routes.
        listing.hasEntries = ![Scores.api.name, Posts.api.name, Routes.api.name].contains(name)
        if name == Videoclub.api.name {
            let guest = VideoclubService.guest
            listing.user = isDemonstration ? "\(guest):\(guest)" : "name:password"
            listing.pictures = Array(posters.prefix(8))
        }
        return listing
    }
}
