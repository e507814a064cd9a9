// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoContracts
public import RecadoEndpoints
import RecadoHTTP
public import RecadoPasswords
public import RecadoServer
import RecadoServerStore
public import RecadoStore

/// The videoclub behind its declaration: the catalog in a store, and
/// members who prove who they are.
///
/// ```swift
/// let club = try await VideoclubService(store: store, publicBase: "http://127.0.0.1:8080")
/// let application = try Application([club.service], pages: VideoclubService.pages)
/// ```
///
/// A film can be changed by the member who added it, and by nobody else. That is decided in the
/// transaction that changes it. What a caller may not say of a film — its number, its owner,
/// whether it is rented, its times — has no place in the declared content and is ignored there.
public struct VideoclubService: Sendable {
    /// The store of films and members; it tells of changes, whichever process makes them.
    let store: any StoreNotifications
    /// The transactions of handlers.
    let transactions: ReportingStore
    /// The hasher of passwords.
    let passwords: PasswordHasher
    /// The verifier of the passwords that come with every call.
    let verifier: PasswordVerifier
    /// Whether everybody may call as `test123`.
    let isDemonstration: Bool
    /// The manner of answering, for the points in which the course's server differs.
    let manner: Videoclub.Manner
    /// The rules for addresses of posters, for clients of which nothing else is known.
    private let usualPosters: PosterAddress
    /// Whether addresses of posters follow the host that each request names.
    private let followsRequests: Bool
    /// The seconds since 1970-01-01 00:00:00 UTC.
    let now: @Sendable () -> Int64
    /// Takes note of what the store could not do.
    let report: @Sendable (StoreError) -> Void

    /// Opens the videoclub: brings the schema up to date, and fills an empty catalog once.
    ///
    /// The films that the catalog begins with belong to `profesor`, whose password nobody knows. In
    /// a demonstration some are those of `test123`, whose password is `test123`. Neither films nor
    /// members come back when they are deleted.
    ///
    /// - Parameters:
    ///   - store: The store of films and members, on SQLite or PostgreSQL.
    ///   - passwords: The hasher of passwords, within its own bounds of time and memory.
    ///   - publicBase: The address that stands before the paths of posters, such as
    ///     `http://127.0.0.1:8080`; at most 180 characters, so that the whole address keeps to the
    ///     255 that are declared.
    ///   - followsProxies: Whether posters have the scheme and the host that a trusted proxy has
    ///     told of its client in the place of the base; by default not.
    ///   - followsRequests: Whether posters have the scheme and the host that each request names,
    ///     unless a proxy has told of another, in the place of the base; by default not.
    ///   - isDemonstration: Whether there is a member `test123`, by default so. Otherwise none is
    ///     added, and one that is there already is not known by the password `test123`: say `false`
    ///     wherever strangers can call.
    ///   - manner: The manner of answering where the course's server differs; as declared by
    ///     default.
    ///   - now: The seconds since 1970-01-01 00:00:00 UTC; by default the system's clock.
    ///   - report: Takes note of what the store could not do; nothing by default.
    /// - Throws: `StoreError` when the store fails, and `PasswordError` when the members of
    ///   an empty catalog cannot be added.
    public init(
        store: any StoreNotifications,
        passwords: PasswordHasher = PasswordHasher(),
        publicBase: String,
        followsProxies: Bool = false,
        followsRequests: Bool = false,
        isDemonstration: Bool = true,
        manner: Videoclub.Manner = .declared,
        now: (@Sendable () -> Int64)? = nil,
        report: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) async throws {
        self.store = store
        transactions = ReportingStore(
            store,
            problem: { ProblemDetails(translating: $0) },
            report: report
        )
        self.passwords = passwords
        verifier = PasswordVerifier(hasher: passwords)
        self.isDemonstration = isDemonstration
        self.manner = manner
        self.followsRequests = followsRequests
        usualPosters = PosterAddress(
            publicBase: publicBase,
            followsProxies: followsProxies,
            followsRequests: followsRequests
        )
        self.now = now ?? { Timestamp.now() }
        self.report = report
        for history in VideoclubSchema.histories { try await store.migrate(history) }
        try await plantSeeds()
    }

    /// The endpoints with what answers them.
    public var service: Service {
        var service = Service(Videoclub.api(in: manner))
        if followsRequests { service.use(RequestOrigin()) }
        // The course's clients read these two members of every answer.
        service.problemMembers = { [manner] problem in
            ["error": true, "msg": .string(Self.message(of: problem, in: manner))]
        }
        service.authenticate(Member.self) { credentials, _ throws(ProblemDetails) in
            try await member(with: credentials)
        }
        service.serve(list)
        service.serve(watch)
        service.serve(show)
        switch manner {
        case .declared: service.serve(create)
        case .course: service.serve(createInCourse)
        }
        service.serve(edit)
        service.serve(rent)
        service.serve(giveBack)
        service.serve(delete)
        service.serve(listOwn)
        service.serve { (_: IdentifyMember, member: Member) in
            MemberProfile(id: member.id, name: member.name)
        }
        return service
    }

    /// The words of a problem for the course's clients: the course's server speaks Spanish alone.
    private static func message(of problem: ProblemDetails, in manner: Videoclub.Manner) -> String {
        guard manner == .course, problem.title == problem.status.title else { return problem.title }
        return Language.$current.withValue("es") { problem.status.title }
    }

    /// The posters of the films that the catalog begins with, by path: pages for an `Application`.
    public static var pages: [String: any Handler] { Posters.pages }

    /// The subject of notifications of changed films, whose text is the number of the film.
    static let channel: Channel = "films"

    /// The present time, as films have it.
    var timestamp: String { Timestamp.text(secondsSince1970: now()) }

    /// The rules for addresses of posters, for the caller of the present task.
    var posters: PosterAddress { usualPosters.forPresentClient }

    /// A film as callers see it.
    func shown(_ film: Film) -> Film {
        var film = film
        show(&film, with: posters)
        return film
    }

    /// Makes a film what callers see of it.
    func show(_ film: inout Film, with posters: PosterAddress) {
        film.poster = posters.shown(film.poster)
        film.$rented.isNumber = manner == .course
    }
}
