// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// The state of the list of films: the selection, the shown films, and the position of the next
/// page.
public struct FilmListState: Sendable {
    /// The page to request.
    public struct Request: Sendable {
        /// The selection of films.
        public let selection: FilmSelection
        /// The number of the page, from 1.
        public let page: Int
        fileprivate let isMore: Bool
        fileprivate let removedCount: Int
        fileprivate let ticket: CallState<FilmPage>.Ticket
    }

    /// The selection of films to show.
    public var selection: FilmSelection
    /// The films that are shown, with the state of the call.
    public private(set) var films = CallState<FilmPage>()

    private var position = PagePosition()

    /// Creates a state without films.
    ///
    /// - Parameter selection: The selection of films to show; every film by default.
    public init(_ selection: FilmSelection = FilmSelection()) {
        self.selection = selection
    }

    /// The words to search for, as typed; surrounding blanks are ignored.
    public var words: String {
        get { selection.words }
        set { selection.words = newValue }
    }

    /// Begins to read a page, which replaces the shown films.
    ///
    /// - Parameter page: The number of the page, from 1; the first by default.
    /// - Returns: The page to request.
    public mutating func begin(page: Int = 1) -> Request {
        request(selection.trimmed, max(1, page), isMore: false)
    }

    /// Begins to read the next page, or the last page again if films have been removed since it was
    /// read.
    ///
    /// - Returns: The page to request; `nil` if there is none, or if a call is under way.
    public mutating func beginMore() -> Request? {
        guard let shown = films.value, shown.hasMore, !films.isLoading,
            shown.selection == selection.trimmed
        else { return nil }
        let page = position.next(after: shown.page, limit: VideoclubCalls.pageLimit)
        return request(shown.selection, page, isMore: true)
    }

    private mutating func request(
        _ selection: FilmSelection,
        _ page: Int,
        isMore: Bool
    ) -> Request {
        Request(
            selection: selection,
            page: page,
            isMore: isMore,
            removedCount: position.removedCount,
            ticket: films.begin()
        )
    }

    /// Records the result of reading a page; has no effect if a later call has replaced this call.
    ///
    /// - Parameters:
    ///   - request: The requested page.
    ///   - result: The films or the error; after an error, the shown films stay.
    public mutating func finish(
        _ request: Request,
        with result: Result<FilmPage, ScreenError>
    ) {
        let shown = request.isMore ? films.value : nil
        let joined = result.map { shown?.joined(with: $0) ?? $0 }
        guard films.finish(request.ticket, with: joined), case .success = result else { return }
        position.settle(request.removedCount)
    }

    /// Cancels the call under way.
    public mutating func cancel() {
        films.cancel()
    }

    /// Applies the change of one film, without another call.
    ///
    /// - Parameter change: The change.
    /// - Returns: False for a new film whose position the list cannot determine, so that the list
    ///   must be read again.
    @discardableResult
    public mutating func apply(_ change: FilmChange) -> Bool {
        var hasPlace = true
        films.update { page in
            switch change {
            case .added(let film):
                // The default order is by number, so the newest film comes last.
                guard let film, !page.hasMore, page.selection == FilmSelection() else {
                    hasPlace = false
                    return
                }
                guard !page.films.contains(where: { $0.id == film.id }) else { return }
                page.films.append(film)
                page.total += 1
            case .changed(let film):
                guard let index = page.films.firstIndex(where: { $0.id == film.id }) else { return }
                page.films[index] = film
            case .removed(let id):
                guard let index = page.films.firstIndex(where: { $0.id == id }) else { return }
                page.films.remove(at: index)
                page.total = max(page.films.count, page.total - 1)
                position.remove()
            }
        }
        return hasPlace
    }
}
