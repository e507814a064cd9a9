// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoClient
public import RecadoContracts
import RecadoHTTP
public import RecadoScreens

/// What somebody can do in the videoclub, whatever shows it: the part that every app for it has in common.
///
/// Nothing is kept between two calls but where the services are. What comes of a call is a value to show, or a
/// ``Trouble`` to tell.
public struct VideoclubModel: Sendable {
    /// The name and the password of a member.
    public struct Login: Codable, Sendable, Hashable {
        /// The name.
        public let user: String
        /// The password.
        public let password: String

        /// Creates a login.
        ///
        /// - Parameters:
        ///   - user: The name.
        ///   - password: The password.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// A part of the catalog.
    public struct Shelf: Sendable, Hashable {
        /// The films of this page.
        public let films: [Film]
        /// What was searched for; empty for everything.
        public let words: String
        /// The number of the page, from 1.
        public let page: Int
        /// The number of films on all pages.
        public let total: Int
        /// Whether there is a page after this one.
        public let hasMore: Bool
    }

    /// The most films on a page: 50, whose page is small enough for a slow network.
    public static let pageLimit = 50

    private let catalog: Client
    private let titles: Client
    private let key: String

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - catalog: Calls the videoclub.
    ///   - titles: Calls the database of films.
    ///   - key: The key for the database of films.
    public init(catalog: Client, titles: Client, key: String) {
        self.catalog = catalog
        self.titles = titles
        self.key = key
    }

    // MARK: - Reading

    /// Lists the films, all or those that are searched for.
    ///
    /// - Parameters:
    ///   - words: What stands in the title, the director or the synopsis; empty for everything.
    ///   - page: The number of the page, from 1.
    /// - Returns: The films.
    /// - Throws: What kept the service from answering.
    public func films(matching words: String, page: Int = 1) async throws(Trouble) -> Shelf {
        var call = ListFilms(q: words.isEmpty ? nil : words)
        call.limit = Within(wrappedValue: Self.pageLimit)
        call.page = page > 1 ? Within(wrappedValue: page) : nil
        do {
            let found = try await catalog.send(call)
            let before = (page - 1) * Self.pageLimit
            return Shelf(
                films: found.elements,
                words: words,
                page: page,
                total: max(found.total, before + found.elements.count),
                hasMore: found.links["next"] != nil
            )
        } catch {
            throw Trouble(error)
        }
    }

    /// Finds one film.
    ///
    /// - Parameter id: Its number.
    /// - Returns: The film.
    /// - Throws: That there is none, or what kept the service from answering.
    public func film(_ id: Int) async throws(Trouble) -> Film {
        do {
            return try await catalog.send(ShowFilm(id: id))
        } catch .failed(.noSuchFilm) {
            throw .noSuchFilm
        } catch {
            throw Trouble(error)
        }
    }

    /// Looks a title up in the database of films.
    ///
    /// - Parameter title: The title.
    /// - Returns: A form with what is known of it; `nil` where nothing is.
    /// - Throws: What kept the database from answering.
    public func lookUp(_ title: String) async throws(Trouble) -> FilmForm? {
        var call = SearchTitles(t: title, apikey: key)
        call.plot = "full"
        do {
            guard case .title(let record) = try await titles.send(call) else { return nil }
            return FilmForm(record)
        } catch {
            throw Trouble(error)
        }
    }

    // MARK: - Changing

    /// Rents a film or gives it back.
    ///
    /// - Parameters:
    ///   - id: The film's number.
    ///   - isRented: Whether it is to be rented afterwards.
    ///   - login: Who does it.
    /// - Throws: That it is so already, that it is another member's, or what kept the service from it.
    public func setRented(
        _ id: Int,
        _ isRented: Bool,
        as login: Login
    ) async throws(Trouble) {
        if isRented {
            try await change(RentFilm(id: id), as: login)
        } else {
            try await change(ReturnFilm(id: id), as: login)
        }
    }

    /// Adds a film.
    ///
    /// - Parameters:
    ///   - form: What is known of it.
    ///   - login: Who adds it.
    ///   - attempt: What the attempt is known by: with the same words and the same attempt, however often it
    ///     is made, the film is added once.
    /// - Returns: The film's number; `nil` where the server does not tell.
    /// - Throws: What is wrong with the form, or what kept the service from it.
    public func add(
        _ form: FilmForm,
        as login: Login,
        attempt: String
    ) async throws(Trouble) -> Int? {
        try form.check()
        var options = try Self.options(login)
        options.fields[.idempotencyKey] = "\"\(attempt)\""
        do {
            return try await catalog.send(CreateFilm(film: form.draft), with: options).film.id
        } catch {
            try Self.accept(error)
            // The course's server tells the number in the address alone.
            let place = error.fields?[.location]?.split(separator: "/").last
            return place.flatMap { Int($0) }
        }
    }

    /// Changes a film to what a form says.
    ///
    /// - Parameters:
    ///   - id: The film's number.
    ///   - form: A copy of the film as it is to be.
    ///   - login: Who changes it.
    /// - Throws: What is wrong with the form, that it is another member's, or what kept the service from it.
    public func save(_ id: Int, _ form: FilmForm, as login: Login) async throws(Trouble) {
        try form.check()
        try await change(EditFilm(id: id, changes: form.changes), as: login)
    }

    /// Removes a film.
    ///
    /// - Parameters:
    ///   - id: The film's number.
    ///   - login: Who removes it.
    /// - Throws: That it is another member's, or what kept the service from it.
    public func delete(_ id: Int, as login: Login) async throws(Trouble) {
        try await change(DeleteFilm(id: id), as: login)
    }

    /// Finds out whether a login is right, by asking the service who is calling.
    ///
    /// - Parameter login: The login.
    /// - Throws: That it is wrong, or what kept the service from answering.
    public func verify(_ login: Login) async throws(Trouble) {
        let options = try Self.options(login)
        do {
            _ = try await catalog.send(IdentifyMember(), with: options)
        } catch  where error.status == .notFound {
            // A server of the same contract that does not tell: the first change will.
            return
        } catch {
            throw Self.trouble(error)
        }
    }

    // MARK: - Parts

    /// Changes a film; what comes of it is asked for again where it is shown.
    private func change<Change: Endpoint>(
        _ call: Change,
        as login: Login
    ) async throws(Trouble) where Change.Failure: FilmRefusal {
        let options = try Self.options(login)
        do {
            _ = try await catalog.send(call, with: options)
        } catch {
            if let refusal = error.failure { throw refusal.trouble }
            try Self.accept(error)
        }
    }

    private static func options(_ login: Login) throws(Trouble) -> CallOptions {
        guard
            let credentials = try? BasicCredentials(user: login.user, password: login.password)
        else { throw .wrongLogin }
        return CallOptions(credentials: credentials)
    }

    /// Tells of a failed call that was made with a login: whoever is not known then, has a wrong one.
    private static func trouble<Failure: Error>(_ error: CallError<Failure>) -> Trouble {
        let trouble = Trouble(error)
        return trouble.kind == .notSignedIn ? .wrongLogin : trouble
    }

    /// Lets an answer pass that says that all went well, though not what came of it.
    ///
    /// The server of the course answers `{"error": false, "msg": …}` without the film.
    private static func accept<Failure: Error>(_ error: CallError<Failure>) throws(Trouble) {
        guard error.kind == .unreadable, error.status?.class == .success else {
            throw trouble(error)
        }
    }
}
