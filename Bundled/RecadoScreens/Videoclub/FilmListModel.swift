// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoClient
import RecadoContracts

/// An observable model of the list of films.
@Observable @MainActor
public final class FilmListModel {
    /// The state of the screen.
    public private(set) var state = FilmListState()

    private let calls: VideoclubCalls
    private let owner = CallScope("list of films")

    /// Creates a list without films.
    ///
    /// - Parameter calls: The calls of the videoclub.
    public init(_ calls: VideoclubCalls) {
        self.calls = calls
    }

    /// The words to search for, as typed; ``load()`` starts the search.
    public var words: String {
        get { state.words }
        set { state.words = newValue }
    }

    /// Reads the first page of the selected films; a call under way is cancelled.
    public func load() async {
        owner.cancelAll()
        await finish(state.begin())
    }

    /// Reads the selected films after a delay, unless the task is cancelled during the delay, for
    /// example because the user types another letter.
    ///
    /// - Parameter delay: The delay; 300 milliseconds by default, so that fast typing causes a
    ///   single search.
    public func search(after delay: Duration = .milliseconds(300)) async {
        if state.films.value != nil, (try? await Task.sleep(for: delay)) == nil { return }
        await load()
    }

    /// Reads the next page, if there is one and no call is under way.
    public func loadMore() async {
        guard let request = state.beginMore() else { return }
        await finish(request)
    }

    /// Cancels the call under way.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }

    /// Applies the change of one film; if the list cannot determine the film's position, the list
    /// is read again.
    ///
    /// - Parameter change: The change.
    public func apply(_ change: FilmChange) async {
        if !state.apply(change) { await load() }
    }

    /// Keeps the list up to date, until the task is cancelled or the service becomes unreachable.
    ///
    /// Shown films are updated in place. After a new film, or an event that names no film, the list
    /// is read again.
    ///
    /// - Parameter options: The options for keeping the stream alive.
    public func watch(keeping options: EventStreamOptions = EventStreamOptions()) async {
        do throws(CallError<Never>) {
            for try await news in calls.news(keeping: options) { await follow(news) }
        } catch {
            // The stream has ended after several minutes of retries, or the screen has been closed.
        }
    }

    private func follow(_ news: FilmNews) async {
        guard let id = news.film, let shown = state.films.value else { return await load() }
        do throws(ScreenError) {
            let film = try await calls.film(id).film
            let isShown = shown.films.contains { $0.id == id }
            await apply(isShown ? .changed(film) : .added(film))
        } catch {
            // After any other error the list stays as it is, until the next event about the film or
            // until the user reloads the list.
            if error.kind == .missing { await apply(.removed(id)) }
        }
    }

    private func finish(_ request: FilmListState.Request) async {
        let calls = calls
        let call = owner.start { () async throws(ScreenError) in
            try await calls.films(matching: request.selection, page: request.page)
        }
        state.finish(request, with: await call.result)
    }
}
