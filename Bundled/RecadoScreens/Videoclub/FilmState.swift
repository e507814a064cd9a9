// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of one film's screen: the film, and the change that is under way.
public struct FilmState: Sendable {
    /// The changes that the screen offers.
    public enum Action: Sendable, Hashable {
        /// Rents the film.
        case rent
        /// Returns the film.
        case giveBack
        /// Removes the film.
        case delete
    }

    /// The film as it was last read, with the state of the call.
    public private(set) var film: CallState<Film>
    /// The change under way; `nil` for none.
    public private(set) var action: Action?
    /// The error of the latest change; `nil` for none.
    public private(set) var actionError: ScreenError?
    /// True if the film has been removed, on this screen or by somebody else.
    public var isGone: Bool { isRemoved || film.error?.kind == .missing }

    private var isRemoved = false

    /// Creates the state of a film.
    ///
    /// - Parameter film: The film, if it is known; `nil` if it has yet to be read.
    public init(_ film: Film? = nil) {
        self.film = CallState(film)
    }

    /// The change that the rental button makes; `nil` without a film and while a change is under
    /// way.
    public var rental: Action? {
        guard let film = film.value, action == nil, !isGone else { return nil }
        return film.rented ? .giveBack : .rent
    }

    /// Begins to read the film.
    ///
    /// - Returns: The ticket to pass to `finish` when the call ends.
    public mutating func begin() -> CallState<Film>.Ticket { film.begin() }

    /// Records the result of reading the film.
    ///
    /// - Parameters:
    ///   - ticket: The ticket that `begin()` returned.
    ///   - result: The film or the error.
    public mutating func finish(
        _ ticket: CallState<Film>.Ticket,
        with result: Result<Film, ScreenError>
    ) {
        film.finish(ticket, with: result)
    }

    /// Begins a change.
    ///
    /// - Parameter action: The change.
    /// - Returns: The film to change; `nil` if there is no film, or another change is under way.
    public mutating func begin(_ action: Action) -> Film? {
        guard let film = film.value, self.action == nil, !isGone else { return nil }
        self.action = action
        actionError = nil
        return film
    }

    /// Records the result of a change.
    ///
    /// - Parameter result: The film after the change (`nil` if the server does not return it), or
    ///   the error.
    /// - Returns: The change to show on other screens; `nil` if the film has not changed.
    public mutating func finish(_ result: Result<Film?, ScreenError>) -> FilmChange? {
        guard let action, let film = film.value else { return nil }
        self.action = nil
        switch result {
        case .success(let changed): return done(action, film, changed)
        case .failure(let error):
            actionError = error.kind == .cancelled ? nil : error
            switch error.reason {
            case .noSuchFilm: return done(.delete, film, nil)
            // The button then shows the state that the error implies.
            case .alreadyRented: return done(.rent, film, nil)
            case .notRented: return done(.giveBack, film, nil)
            default: return nil
            }
        }
    }

    /// Shows a film that another screen has changed.
    ///
    /// - Parameter film: The film.
    public mutating func take(_ film: Film) {
        self.film.set(film)
    }

    /// Cancels reading the film; a change continues, since the service may already have made it.
    public mutating func cancel() {
        film.cancel()
    }

    private mutating func done(_ action: Action, _ film: Film, _ changed: Film?) -> FilmChange {
        if action == .delete {
            isRemoved = true
            self.film.cancel()
            return .removed(film.id)
        }
        var film = changed ?? film
        film.rented = action == .rent
        self.film.set(film)
        return .changed(film)
    }
}
