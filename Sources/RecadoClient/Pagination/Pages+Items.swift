// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP

extension Pages {
    /// Returns the items of all pages, in order.
    ///
    /// - Parameter select: Returns the items of a page.
    /// - Returns: The items; the sequence fails if there are more than ``Pagination/items``.
    public func items<Items: Sequence>(
        _ select: @escaping @Sendable (Output) -> Items
    ) -> some AsyncSequence<Items.Element, CallError<EndpointFailure>> & Sendable {
        PageItems(pages: self, select: select)
    }

    /// Returns the elements of all pages, in order.
    public func items<Item>() -> some AsyncSequence<Item, CallError<EndpointFailure>> & Sendable
    where Output == Page<Item> {
        items(\.elements)
    }

    /// Returns the elements of all pages, in order.
    public func items<Item>() -> some AsyncSequence<Item, CallError<EndpointFailure>> & Sendable
    where Output == [Item] {
        items { $0 }
    }
}

/// The items of the pages of a list.
struct PageItems<Output: Sendable, EndpointFailure: Error, Items: Sequence>: AsyncSequence, Sendable
{
    typealias Element = Items.Element
    typealias Failure = CallError<EndpointFailure>

    let pages: Pages<Output, EndpointFailure>
    let select: @Sendable (Output) -> Items

    func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator(), items: self)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var pages: Pages<Output, EndpointFailure>.Iterator
        fileprivate let items: PageItems
        private var page: Items.Iterator?
        private var count = 0

        fileprivate init(pages: Pages<Output, EndpointFailure>.Iterator, items: PageItems) {
            self.pages = pages
            self.items = items
        }

        mutating func next() async throws(CallError<EndpointFailure>) -> Items.Element? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CallError<EndpointFailure>) -> Items.Element? {
            while true {
                if let item = page?.next() {
                    try noteItem()
                    return item
                }
                page = nil
                guard let response = try await pages.next(isolation: actor) else { return nil }
                page = items.select(response.output).makeIterator()
            }
        }

        private mutating func noteItem() throws(CallError<EndpointFailure>) {
            let limit = items.pages.pagination.items
            guard count < limit else {
                let record = CallRecord(try items.pages.first(), detail: "more than \(limit) items")
                throw CallError(.tooLarge, record)
            }
            count += 1
        }
    }
}
