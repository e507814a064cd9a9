// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoClient
import RecadoContracts

/// The list of films as a screen observes it.
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

    /// The words that are searched for, as they are typed; ``load()`` searches for them.
    public var words: String {
        get { state.words }
        set { state.words = newValue }
    }

    /// Reads the first page of the films with the words; a call under way is given up.
    public func load() async {
        owner.cancelAll()
        await finish(state.begin())
    }

    /// Reads the films with the words after a moment, unless the task is cancelled by then,
    /// as it is by the next letter.
    ///
    /// - Parameter delay: The moment; 300 milliseconds by default, for people who type.
    public func search(after delay: Duration = .milliseconds(300)) async {
        if state.films.value != nil, (try? await Task.sleep(for: delay)) == nil { return }
        await load()
    }

    /// Reads the next page, if there is one and nothing is under way.
    public func loadMore() async {
        guard let request = state.beginMore() else { return }
        await finish(request)
    }

    /// Gives the call under way up.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }

    /// Takes over the change of one film; where the list cannot tell its place, it is read again.
    ///
    /// - Parameter change: The change.
    public func apply(_ change: FilmChange) async {
        if !state.apply(change) { await load() }
    }

    /// Keeps the list as the catalog is, until the task is cancelled or the service
    /// cannot be reached any longer.
    ///
    /// Films that are shown change where they stand; a new one, and news of no film in
    /// particular, have the list read again.
    ///
    /// - Parameter options: Tells how the stream is kept alive.
    public func watch(keeping options: EventStreamOptions = EventStreamOptions()) async {
        do throws(CallError<Never>) {
            for try await news in calls.news(keeping: options) { await follow(news) }
        } catch {
            // The stream has tried again for some minutes by then, or the screen is gone.
        }
    }

    private func follow(_ news: FilmNews) async {
        guard let id = news.film, let shown = state.films.value else { return await load() }
        do throws(ScreenError) {
            let film = try await calls.film(id).film
            let isShown = shown.films.contains { $0.id == id }
            await apply(isShown ? .changed(film) : .added(film))
        } catch {
            // What could not be read is read with the next news, or by hand.
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
