// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of the form that looks a title up in the database of films.
public struct LookUpState: Sendable {
    /// The outcomes of looking a title up.
    public enum Outcome: Sendable, Hashable {
        /// The title is known: a form with what is known of it.
        case found(FilmForm)
        /// Nobody knows the title; the list is shown again.
        case notFound
    }

    /// The title as it is typed; blanks around it do not count.
    public var title = ""
    /// The looking up: under way, what came of it, the error.
    public private(set) var search = CallState<Outcome>()

    /// Creates a form.
    ///
    /// - Parameter title: The title; empty by default.
    public init(title: String = "") {
        self.title = title
    }

    /// Begins to look the title up.
    ///
    /// - Returns: The title with the ticket of the call; `nil` where it is empty or
    ///   too long, whose error is shown.
    public mutating func begin() -> (title: String, ticket: CallState<Outcome>.Ticket)? {
        let title = title.trimmed
        // A title that the catalog has no room for need not be looked up.
        if let error = FilmForm.limits.error(of: title, in: "title") {
            search.fail(ScreenError(.invalid, fieldErrors: [error]))
            return nil
        }
        return (title, search.begin())
    }

    /// Ends looking the title up.
    ///
    /// - Parameters:
    ///   - ticket: The ticket of the call.
    ///   - result: A form, `nil` for a title that is not found; or the error.
    public mutating func finish(
        _ ticket: CallState<Outcome>.Ticket,
        with result: Result<FilmForm?, ScreenError>
    ) {
        search.finish(ticket, with: result.map { $0.map { .found($0) } ?? .notFound })
    }

    /// Gives the call under way up.
    public mutating func cancel() {
        search.cancel()
    }
}
