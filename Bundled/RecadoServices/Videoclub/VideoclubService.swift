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

/// The implementation of the videoclub: a catalog in a store, and members who authenticate
/// themselves.
///
/// ```swift
/// let club = try await VideoclubService(store: store, publicBase: "http://127.0.0.1:8080")
/// let application = try Application([club.service], pages: VideoclubService.pages)
/// ```
///
/// Only the member who added a film can change it; this is checked in the transaction that changes
/// it. Values that a caller may not set (the number, the owner, the rental state and the times) are
/// not part of the declared content, and are ignored if a caller sends them.
public struct VideoclubService: Sendable {
    /// The store of films and members, which also reports changes by other processes.
    let store: any StoreNotifications
    /// The store for handlers, which reports its errors.
    let transactions: ReportingStore
    /// The hasher of passwords.
    let passwords: PasswordHasher
    /// The verifier of the passwords that requests contain.
    let verifier: PasswordVerifier
    /// True if anyone may log in as `test123`.
    let isDemonstration: Bool
    /// The choice between the declared answers and those of the iOS course's server, which this
    /// service replaces.
    let manner: Videoclub.Manner
    /// The rules for addresses of posters, with the configured base.
    private let usualPosters: PosterAddress
    /// True if addresses of posters use the host that the request names.
    private let followsRequests: Bool
    /// Returns the current Unix time.
    let now: @Sendable () -> Int64
    /// The function that receives errors of the store.
    let report: @Sendable (StoreError) -> Void

    /// Opens the videoclub: brings the schema up to date, and fills an empty catalog once.
    ///
    /// The initial films belong to `profesor`, whose password nobody knows. In a demonstration,
    /// some belong to `test123`, whose password is `test123`. Deleted films and members are not
    /// added again.
    ///
    /// - Parameters:
    ///   - store: The store of films and members, on SQLite or PostgreSQL.
    ///   - passwords: The hasher of passwords.
    ///   - publicBase: The address before the paths of posters, such as `http://127.0.0.1:8080`; at
    ///     most 180 characters, so that whole addresses stay within the declared 255.
    ///   - followsProxies: True to replace the base with the scheme and the host that a trusted
    ///     proxy reports for its client; false by default.
    ///   - followsRequests: True to replace the base with the scheme and the host that each request
    ///     names, unless `followsProxies` is true and a trusted proxy reports those of its client;
    ///     false by default.
    ///   - isDemonstration: True, the default, to add a member `test123`. If false, this member is
    ///     not added, and an existing member `test123` cannot log in with the password `test123`.
    ///     Use `false` if strangers can reach the service.
    ///   - manner: The choice between the declared answers, the default, and those of the iOS
    ///     course's server, which this service replaces.
    ///   - now: The current Unix time; by default the system's clock.
    ///   - report: Called with errors of the store; does nothing by default.
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

    /// The endpoints with their handlers.
    public var service: Service {
        var service = Service(Videoclub.api(in: manner))
        if followsRequests { service.use(RequestOrigin()) }
        // The clients of the iOS course read these two members in every answer.
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

    /// Returns the message of a problem for the clients of the iOS course, whose server answered
    /// only in Spanish.
    private static func message(of problem: ProblemDetails, in manner: Videoclub.Manner) -> String {
        guard manner == .course, problem.title == problem.status.title else { return problem.title }
        return Language.$current.withValue("es") { problem.status.title }
    }

    /// The posters of the catalog's initial films, by path: pass them to `Application` as pages.
    public static var pages: [String: any Handler] { Posters.pages }

    /// The channel for notifications of changed films; the text of a notification is the number of
    /// the film.
    static let channel: Channel = "films"

    /// The current time, in the notation that films use.
    var timestamp: String { Timestamp.text(secondsSince1970: now()) }

    /// The rules for addresses of posters, for the client whose request the current task answers.
    var posters: PosterAddress { usualPosters.forPresentClient }

    /// Returns a film as callers receive it.
    func shown(_ film: Film) -> Film {
        var film = film
        show(&film, with: posters)
        return film
    }

    /// Converts a film to the form that callers receive.
    func show(_ film: inout Film, with posters: PosterAddress) {
        film.poster = posters.shown(film.poster)
        film.$rented.isNumber = manner == .course
    }
}
