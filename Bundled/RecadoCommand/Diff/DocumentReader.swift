// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoDeclarations
import RecadoHTTP

/// Reads documents from files and URLs.
struct DocumentReader: Sendable {
    private let arguments: ParsedArguments
    private let caller: CheckCaller

    /// Creates a reader.
    ///
    /// - Parameter arguments: The arguments, which may contain ``CheckCommand/timeout`` and the
    ///   authorities to trust.
    /// - Throws: A usage error if these options are invalid.
    init(_ arguments: ParsedArguments) throws(CommandError) {
        self.arguments = arguments
        let seconds = try arguments.number(CheckCommand.timeout, in: 1...3_600) ?? 10
        caller = CheckCaller(
            transport: try ConnectionOptions.transport(arguments, to: nil),
            timeouts: Timeouts(total: .seconds(seconds)),
            authorization: nil,
            limit: DocumentFile.limit
        )
    }

    /// Reads the JSON document at a location.
    ///
    /// - Parameter place: The path of a file, or an `http` or `https` URL.
    /// - Returns: The document.
    /// - Throws: A usage error if the document does not exist or is not JSON, and a network failure
    ///   if the server does not return it.
    func read(_ place: String) async throws(CommandError) -> Value {
        let bytes = try await bytes(of: place)
        do throws(CodingError) {
            return try JSON().value(from: bytes)
        } catch {
            throw .usage("\(Self.shown(place)) is no JSON: \(error)")
        }
    }

    /// Reads the document at a location, in any format.
    ///
    /// - Parameters:
    ///   - place: The path of a file, or an `http` or `https` URL.
    ///   - type: The media type to request.
    /// - Returns: The content.
    /// - Throws: A usage error if the document does not exist, and a network failure if the server
    ///   does not return it.
    func bytes(
        of place: String,
        as type: String = "application/json"
    ) async throws(CommandError) -> [UInt8] {
        ForeignDescription.isAddress(place) ? try await fetch(place, type) : try Self.file(place)
    }

    private func fetch(_ address: String, _ type: String) async throws(CommandError) -> [UInt8] {
        try ConnectionOptions.checkPin(to: address, arguments)
        let exchange: CheckedExchange
        do {
            let uri = try URI(address)
            let request = try Request(method: .get, uri: uri, fields: [.accept: type])
            exchange = try await caller.send(request)
        } catch let error as URIError {
            throw .usage("\(Self.shown(address)): \(error)")
        } catch {
            throw CommandError(unfetched: error, at: address)
        }
        guard exchange.status == .ok else {
            let code: Int32 = exchange.status.code < 500 ? 4 : 5
            throw CommandError(
                code: code,
                "\(exchange.status)",
                "GET \(Self.shown(address))"
            )
        }
        switch exchange.extent {
        case .whole: return exchange.content
        case .head:
            let words: LocalizedText =
                "\(Self.shown(address)) is answered with a stream and no document"
            throw CommandError(code: 5, words)
        case .excessive:
            let words: LocalizedText =
                "\(Self.shown(address)) is answered with more than \(DocumentFile.limit) bytes"
            throw CommandError(code: 5, words)
        }
    }

    private static func file(_ path: String) throws(CommandError) -> [UInt8] {
        do throws(DocumentFile.ReadError) {
            return try DocumentFile(at: path).bytes()
        } catch {
            switch error {
            case .unreadable(_, let code):
                throw .usage("\(shown(path)) cannot be read: \(Terminal.words(of: code))")
            case .tooLarge:
                throw .usage("\(shown(path)) is larger than \(DocumentFile.limit) bytes")
            }
        }
    }

    /// Returns a location that is safe to show on a terminal.
    private static func shown(_ place: String) -> String { DisplayText.clean(place) }
}
