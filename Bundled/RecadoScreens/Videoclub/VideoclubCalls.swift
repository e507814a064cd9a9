// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoContracts
import RecadoEndpoints
public import RecadoHTTP

/// The calls that screens of the videoclub make, with errors that screens can show.
public struct VideoclubCalls: Sendable {
    /// A film with the entity tag of its state, to make changes that do not overwrite the changes
    /// of others (RFC 9110 §13.1.1).
    public struct TaggedFilm: Sendable, Hashable {
        /// The film.
        public let film: Film
        /// The value of the ETag field; `nil` if the server sends none, in which case no tags are
        /// compared.
        public let tag: String?

        /// Creates a film with its tag.
        ///
        /// - Parameters:
        ///   - film: The film.
        ///   - tag: The value of the ETag field; `nil` if there is none.
        public init(_ film: Film, tag: String?) {
            self.film = film
            self.tag = tag
        }
    }

    /// The outcomes of saving a film.
    public enum SaveOutcome: Sendable, Hashable {
        /// The film matches the form.
        case saved(Film)
        /// Nothing was saved, because somebody else has changed the film since it was copied; the
        /// value is the changed film.
        case overtaken(by: TaggedFilm)
    }

    /// The greatest number of films on a page: 50, few enough for a slow network.
    public static let pageLimit = 50
    /// The greatest page number that the service accepts.
    private static let greatestPage = 1_000_000

    let catalog: Client
    private let titles: Client
    private let key: String
    private let ownPictures: OwnPictures

    /// Creates the calls.
    ///
    /// - Parameters:
    ///   - catalog: The client of the videoclub.
    ///   - titles: The client of the film database.
    ///   - key: The API key for the film database; the bundled service accepts any key.
    ///   - ownOrigins: The origins whose posters are shown with paths instead of whole addresses,
    ///     for pages of the same server; none by default.
    public init(
        catalog: Client,
        titles: Client,
        key: String = "recado",
        ownOrigins: [String] = []
    ) {
        self.catalog = catalog
        self.titles = titles
        self.key = key
        ownPictures = OwnPictures(origins: ownOrigins)
    }

    // MARK: - Reading

    /// Lists the films of a selection.
    ///
    /// - Parameters:
    ///   - selection: The films to list.
    ///   - page: The number of the page, from 1; a page after the last page has no films, but the
    ///     right total.
    ///   - login: The member, if the selection asks for the member's own films; `nil` by default.
    /// - Returns: The films.
    /// - Throws: The errors of the selection's fields, ``ScreenError/Reason/wrongLogin`` if the
    ///   member's own films are requested without a login, or the error that prevented the answer.
    public func films(
        matching selection: FilmSelection,
        page: Int = 1,
        as login: BasicCredentials? = nil
    ) async throws(ScreenError) -> FilmPage {
        let page = min(max(1, page), Self.greatestPage)
        let errors = selection.errors
        guard errors.isEmpty else { throw ScreenError(.invalid, fieldErrors: errors) }
        let found = ownPictures.told(try await found(selection, page, login))
        let before = (page - 1) * Self.pageLimit
        return FilmPage(
            films: found.elements,
            selection: selection,
            page: page,
            total: found.elements.isEmpty
                ? min(found.total, before) : max(found.total, before + found.elements.count),
            hasMore: found.links["next"] != nil
        )
    }

    private func found(
        _ selection: FilmSelection,
        _ page: Int,
        _ login: BasicCredentials?
    ) async throws(ScreenError) -> Page<Film> {
        guard selection.isOwn else {
            do {
                let call = ListFilms(selection, page: page)
                return try await catalog.send(call, with: CallOptions().current)
            } catch {
                throw ScreenError(error)
            }
        }
        guard let login else { throw ScreenError(.notSignedIn, .wrongLogin) }
        do {
            let options = CallOptions(credentials: login)
            return try await catalog.send(ListOwnFilms(selection, page: page), with: options)
        } catch {
            throw Self.screenError(error)
        }
    }

    /// Asks the service whether a member has added a film, and may therefore change it.
    ///
    /// - Parameters:
    ///   - id: The number of the film.
    ///   - login: The member.
    /// - Returns: True if the member has added the film; `nil` if the server does not offer this
    ///   call, as the server of the iOS course does not.
    /// - Throws: ``ScreenError/Reason/wrongLogin``, or the error that prevented the answer.
    public func owns(_ id: Int, as login: BasicCredentials) async throws(ScreenError) -> Bool? {
        do throws(CallError<Never>) {
            let options = CallOptions(credentials: login)
            let found = try await catalog.send(ListOwnFilms(id: id), with: options)
            return !found.elements.isEmpty
        } catch {
            guard error.status != .notFound else { return nil }
            throw Self.screenError(error)
        }
    }

    /// Finds one film.
    ///
    /// - Parameter id: The number of the film.
    /// - Returns: The film with its tag.
    /// - Throws: ``ScreenError/Reason/noSuchFilm``, or the error that prevented the answer.
    public func film(_ id: Int) async throws(ScreenError) -> TaggedFilm {
        do throws(CallError<FilmMissing>) {
            let response = try await catalog.response(to: ShowFilm(id: id))
            return TaggedFilm(ownPictures.told(response.output), tag: response.fields[.eTag])
        } catch {
            throw ScreenError(error, error.failure == nil ? nil : .noSuchFilm)
        }
    }

    /// Looks a title up in the film database.
    ///
    /// - Parameter title: The title.
    /// - Returns: A form with the data of the title; `nil` for a title that is not found.
    /// - Throws: ``ScreenError/Reason/wrongKey``, or the error that prevented the answer.
    public func lookUp(_ title: String) async throws(ScreenError) -> FilmForm? {
        var call = SearchTitles(t: title, apikey: key)
        call.plot = "full"
        do throws(CallError<TitleFailure>) {
            guard case .title(let record) = try await titles.send(call) else { return nil }
            var form = FilmForm(record)
            form.poster = ownPictures.told(form.poster)
            return form
        } catch {
            throw ScreenError(error, error.status == .unauthorized ? .wrongKey : nil)
        }
    }

    /// Streams news: the first event at once, then an event each time a film is added, changed,
    /// rented, returned or removed.
    ///
    /// The stream reconnects after temporary failures, within the limits of its options.
    ///
    /// - Parameter options: The options for keeping the stream alive.
    /// - Returns: The numbers of the films; to see the changes, read the catalog.
    public func news(
        keeping options: EventStreamOptions = EventStreamOptions()
    ) -> some AsyncSequence<FilmNews, CallError<Never>> & Sendable {
        catalog.events(of: WatchFilms(), keeping: options)
    }

    // MARK: - Changing

    /// Rents or returns a film.
    ///
    /// - Parameters:
    ///   - id: The number of the film.
    ///   - isRented: True to rent the film, false to return it.
    ///   - login: The member.
    /// - Returns: The film after the change; `nil` if the server does not return it.
    /// - Throws: The reason why the service refused the change, or the error that prevented it.
    @discardableResult
    public func setRented(
        _ id: Int,
        _ isRented: Bool,
        as login: BasicCredentials
    ) async throws(ScreenError) -> Film? {
        let options = CallOptions(credentials: login)
        return isRented
            ? try await change(RentFilm(id: id), options)?.film
            : try await change(ReturnFilm(id: id), options)?.film
    }

    /// Adds a film.
    ///
    /// - Parameters:
    ///   - form: The film.
    ///   - login: The member.
    ///   - key: The key of the submission: a film that is sent several times with the same key is
    ///     added once.
    /// - Returns: The film in the catalog; `nil` if the server does not return its number.
    /// - Throws: The errors of the form's fields, or the error that prevented the change.
    @discardableResult
    public func add(
        _ form: FilmForm,
        as login: BasicCredentials,
        key: String
    ) async throws(ScreenError) -> Film? {
        try Self.check(form)
        var options = CallOptions(credentials: login)
        options.fields[.idempotencyKey] = "\"\(key)\""
        do throws(CallError<Never>) {
            return try await catalog.send(CreateFilm(film: form.draft), with: options).film
        } catch {
            try Self.accept(error)
            // The server of the iOS course returns the number only in the Location field.
            let id = error.fields?[.location]?.split(separator: "/").last.flatMap { Int($0) }
            return id.map { form.film($0) }
        }
    }

    /// Changes a film to match a form, unless somebody else has changed it meanwhile.
    ///
    /// - Parameters:
    ///   - film: The film that was copied into the form, with the entity tag of the state that may
    ///     be overwritten.
    ///   - form: The film after the change.
    ///   - login: The member.
    /// - Returns: The film after the change; or, if somebody else has changed it first, the film
    ///   after that change, and nothing is saved.
    /// - Throws: The errors of the form's fields, or the error that prevented the change.
    @discardableResult
    public func save(
        _ film: TaggedFilm,
        _ form: FilmForm,
        as login: BasicCredentials
    ) async throws(ScreenError) -> SaveOutcome {
        try Self.check(form)
        var options = CallOptions(credentials: login)
        if let tag = film.tag { options.fields[.ifMatch] = tag }
        let call = EditFilm(id: film.film.id, changes: form.changes)
        do throws(ScreenError) {
            if let answer = try await change(call, options) { return .saved(answer.film) }
        } catch {
            guard error.kind == .conflict, film.tag != nil else { throw error }
            let theirs = try await self.film(film.film.id)
            // The answer to an earlier attempt may have been lost. If the film equals the form,
            // that attempt has saved it.
            return FilmForm(theirs.film) == form ? .saved(theirs.film) : .overtaken(by: theirs)
        }
        var changed = film.film
        form.apply(to: &changed)
        return .saved(changed)
    }

    /// Sends the form of a film.
    ///
    /// - Parameters:
    ///   - request: The form.
    ///   - login: The member.
    ///   - key: The key of the submission of a new film; by default the key of the request.
    /// - Returns: The film after the change; or, if somebody else has changed it first, the film
    ///   after that change, and nothing is saved.
    /// - Throws: The errors of the form's fields, or the error that prevented the change.
    public func send(
        _ request: FilmFormState.Request,
        as login: BasicCredentials,
        key: String? = nil
    ) async throws(ScreenError) -> FilmFormState.Outcome {
        switch request.purpose {
        case .add: .done(try await add(request.form, as: login, key: key ?? request.key))
        case .edit(let film):
            switch try await save(film, request.form, as: login) {
            case .saved(let film): .done(film)
            case .overtaken(let film): .overtaken(by: film)
            }
        }
    }

    /// Removes a film.
    ///
    /// - Parameters:
    ///   - id: The number of the film.
    ///   - login: The member.
    /// - Throws: The reason why the service refused the removal, or the error that prevented it.
    public func delete(_ id: Int, as login: BasicCredentials) async throws(ScreenError) {
        _ = try await change(DeleteFilm(id: id), CallOptions(credentials: login))
    }

    // MARK: - Members

    /// Checks a login by asking the service for the caller's profile.
    ///
    /// If a server does not offer this call, every login passes, and a wrong login is found at the
    /// first change.
    ///
    /// - Parameter login: The login.
    /// - Throws: ``ScreenError/Reason/wrongLogin``, or the error that prevented the answer.
    public func check(_ login: BasicCredentials) async throws(ScreenError) {
        do throws(CallError<Never>) {
            _ = try await catalog.send(IdentifyMember(), with: CallOptions(credentials: login))
        } catch {
            guard error.status != .notFound else { return }
            throw Self.screenError(error)
        }
    }

    // MARK: - Parts

    private static func check(_ form: FilmForm) throws(ScreenError) {
        let errors = form.errors
        guard errors.isEmpty else { throw ScreenError(.invalid, fieldErrors: errors) }
    }

    /// Makes a change; returns `nil` if the server does not return the result.
    private func change<Change: Endpoint>(
        _ call: Change,
        _ options: CallOptions
    ) async throws(ScreenError) -> Change.Output? where Change.Failure: FilmRefusal {
        do throws(CallError<Change.Failure>) {
            return try await catalog.send(call, with: options)
        } catch {
            if let failure = error.failure { throw ScreenError(error, failure.reason) }
            try Self.accept(error)
            return nil
        }
    }

    /// Throws the error for the screen, unless the answer reports success without the film.
    ///
    /// The server of the iOS course answers `{"error": false, "msg": …}`.
    private static func accept<Failure: Error>(
        _ error: CallError<Failure>
    ) throws(ScreenError) {
        guard error.kind == .unreadable, error.status?.class == .success else {
            throw screenError(error)
        }
    }

    /// Returns the error of a call that was made with a login; if the service does not accept the
    /// caller, the reason is a wrong login.
    private static func screenError<Failure: Error>(_ error: CallError<Failure>) -> ScreenError {
        if error.status == .tooManyRequests { return ScreenError(error, .tooManyAttempts) }
        let isUnknown = error.kind == .unauthenticated || error.status == .unauthorized
        return ScreenError(error, isUnknown ? .wrongLogin : nil)
    }
}

/// A failure of the videoclub for which screens have their own messages.
protocol FilmRefusal: Problem {
    /// The reason that a screen shows.
    var reason: ScreenError.Reason { get }
}

extension FilmLocked: FilmRefusal {
    var reason: ScreenError.Reason {
        switch self {
        case .noSuchFilm: .noSuchFilm
        case .notOwner: .notOwner
        }
    }
}

extension RentFilm.Failure: FilmRefusal {
    var reason: ScreenError.Reason {
        switch self {
        case .noSuchFilm: .noSuchFilm
        case .notOwner: .notOwner
        case .alreadyRented: .alreadyRented
        }
    }
}

extension ReturnFilm.Failure: FilmRefusal {
    var reason: ScreenError.Reason {
        switch self {
        case .noSuchFilm: .noSuchFilm
        case .notOwner: .notOwner
        case .notRented: .notRented
        }
    }
}
