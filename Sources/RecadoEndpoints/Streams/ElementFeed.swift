// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// An output that sends values one after another, in an unknown or unlimited number.
///
/// ```swift
/// struct ExportFilms: Endpoint {
///     static let route: Route = "GET /films/export"
///     typealias Output = ElementFeed<Film>
/// }
///
/// func export(_ call: ExportFilms) async -> ElementFeed<Film> { ElementFeed(store.films()) }
/// ```
///
/// Clients get a line of JSON for each value (`application/jsonl` or `application/x-ndjson`). If
/// they prefer, they get a JSON text sequence (`application/json-seq`) or one array
/// (`application/json`). The next value is requested when the client has accepted the previous
/// ones, and the task that waits for it is cancelled when the client disconnects. When the sequence
/// throws, the connection is aborted, so that no client mistakes a part for the whole.
public struct ElementFeed<Element: Codable & Sendable>: Sendable {
    private let makeContent: @Sendable (Format) -> Content

    /// Creates an output of values.
    ///
    /// - Parameter elements: The values, which are iterated once.
    public init<Elements: AsyncSequence & Sendable>(
        _ elements: Elements
    ) where Elements.Element == Element {
        makeContent = { ElementFormats.content(of: elements, in: $0) }
    }
}

extension ElementFeed: StreamedOutput {
    package static var isLive: Bool { false }

    package static func formats(among formats: [Format]) -> [Format] {
        ElementFormats.all(among: formats)
    }

    package func content(in format: Format) -> Content { makeContent(format) }
}

extension ElementFeed: Codable {
    /// Throws an error, because elements are read one by one.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }

    /// Throws an error, because elements are written one by one.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: encoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }
}
