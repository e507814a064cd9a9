// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The pages of a list; each page is requested when it is needed or shortly before.
///
/// ```swift
/// for try await page in client.pages(ListFilms(limit: 100)) {
///     print(page.output.number, page.output.elements.count)
/// }
/// for try await film in client.pages(ListFilms(limit: 100)).items { … }
/// ```
///
/// If a page fails, the sequence delivers all pages before it and then throws the error. A
/// ``Deadline`` of the task applies to all pages together.
public struct Pages<Output: Sendable, EndpointFailure: Error>: AsyncSequence, Sendable {
    /// A page, with the status and header fields of its response.
    public typealias Element = TypedResponse<Output>
    /// The error of the call that failed.
    public typealias Failure = CallError<EndpointFailure>

    /// A page with the data of its response.
    struct Loaded: Sendable {
        let response: TypedResponse<Output>
        let content: [UInt8]
        /// The address of the page, after redirects.
        let uri: URI?
    }

    typealias Load = @Sendable (Request) async throws(CallError<EndpointFailure>) -> Loaded

    let pagination: Pagination
    let first: @Sendable () throws(CallError<EndpointFailure>) -> Request
    let load: Load

    /// Returns an iterator that begins at the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: self)
    }

    /// An iterator that loads the pages in order.
    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case start
            case next(Request, Prefetch<Loaded, CallError<EndpointFailure>>?)
            case failed(CallError<EndpointFailure>)
            case over
        }

        private let pages: Pages
        private var state = State.start
        private var machine: PaginationMachine?

        init(pages: Pages) {
            self.pages = pages
        }

        /// Returns the next page, or `nil` after the last.
        ///
        /// - Throws: The error of the call that failed.
        public mutating func next() async throws(CallError<EndpointFailure>) -> Pages.Element? {
            try await next(isolation: #isolation)
        }

        /// Returns the next page, or `nil` after the last.
        ///
        /// - Parameter actor: The actor that the caller is isolated to.
        /// - Returns: The next page, or `nil` after the last.
        /// - Throws: The error of the call that failed.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CallError<EndpointFailure>) -> Pages.Element? {
            let current = state
            state = .over
            let page: Loaded
            let request: Request
            switch current {
            case .over: return nil
            case .failed(let error): throw error
            case .start:
                request = try pages.first()
                machine = PaginationMachine(pages.pagination, request)
                page = try await pages.load(request)
            case .next(let next, let prefetch):
                request = next
                if let prefetch {
                    page = try await prefetch.result().get()
                } else {
                    page = try await pages.load(request)
                }
            }
            advance(from: page, request)
            return page.response
        }

        private mutating func advance(from page: Loaded, _ request: Request) {
            switch machine?.receive(page.response.fields, page.content, from: page.uri) {
            case .end, nil: state = .over
            case .fail(let refusal): state = .failed(Self.error(refusal, page, request))
            case .next(let next):
                let load = pages.load
                let prefetch =
                    pages.pagination.prefetches ? Prefetch { await Self.result(load, next) } : nil
                state = .next(next, prefetch)
            }
        }

        private static func result(
            _ load: Load,
            _ request: Request
        ) async -> Result<Loaded, CallError<EndpointFailure>> {
            do throws(CallError<EndpointFailure>) {
                return .success(try await load(request))
            } catch {
                return .failure(error)
            }
        }

        private static func error(
            _ refusal: PaginationMachine.LinkError,
            _ page: Loaded,
            _ request: Request
        ) -> CallError<EndpointFailure> {
            var record = CallRecord(request, detail: "\(refusal)")
            record.status = page.response.status
            record.fields = page.response.fields
            record.underlying = refusal
            if case .tooManyPages = refusal { return CallError(.tooLarge, record) }
            return CallError(.unreadable, record)
        }
    }
}

@available(*, unavailable)
extension Pages.Iterator: Sendable {}

/// A request that starts before its result is needed; releasing this object cancels the request.
final class Prefetch<Output: Sendable, Failure: Error>: Sendable {
    private let task: Task<Result<Output, Failure>, Never>

    init(_ load: @escaping @Sendable () async -> Result<Output, Failure>) {
        task = Task { await load() }
    }

    deinit {
        task.cancel()
    }

    /// Waits for the result; cancelling the waiting task cancels the request.
    func result() async -> Result<Output, Failure> {
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
