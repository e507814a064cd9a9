// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of the form that looks a title up in the database of films.
public struct LookUpState: Sendable {
    /// The outcomes of looking a title up.
    public enum Outcome: Sendable, Hashable {
        /// The title was found; the form contains its data.
        case found(FilmForm)
        /// The title was not found.
        case notFound
    }

    /// The title, as typed; surrounding blanks are ignored.
    public var title = ""
    /// The state of the search: whether it is under way, the outcome, and the error.
    public private(set) var search = CallState<Outcome>()

    /// Creates a form.
    ///
    /// - Parameter title: The title; empty by default.
    public init(title: String = "") {
        self.title = title
    }

    /// Begins to look the title up.
    ///
    /// - Returns: The title with the ticket of the call; `nil` if the title is empty or too long,
    ///   in which case the state shows the error.
    public mutating func begin() -> (title: String, ticket: CallState<Outcome>.Ticket)? {
        let title = title.trimmed
        // A title that is too long for the catalog need not be looked up.
        if let error = FilmForm.limits.error(of: title, in: "title") {
            search.fail(ScreenError(.invalid, fieldErrors: [error]))
            return nil
        }
        return (title, search.begin())
    }

    /// Records the result of looking the title up.
    ///
    /// - Parameters:
    ///   - ticket: The ticket that `begin()` returned.
    ///   - result: A form (`nil` if the title is not found), or the error.
    public mutating func finish(
        _ ticket: CallState<Outcome>.Ticket,
        with result: Result<FilmForm?, ScreenError>
    ) {
        search.finish(ticket, with: result.map { $0.map { .found($0) } ?? .notFound })
    }

    /// Cancels the call under way.
    public mutating func cancel() {
        search.cancel()
    }
}
