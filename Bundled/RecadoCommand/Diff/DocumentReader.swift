// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads documents from files and addresses.
struct DocumentReader: Sendable {
    /// The most bytes of a document; those of large services have some millions.
    private static let limit = 64 * 1_024 * 1_024

    private let arguments: ParsedArguments
    private let caller: CheckCaller

    /// Creates a reader.
    ///
    /// - Parameter arguments: The arguments, which may have
    ///   ``CheckCommand/timeout`` and say whom to trust.
    /// - Throws: A failure of usage when they are not what they can be.
    init(_ arguments: ParsedArguments) throws(CommandError) {
        self.arguments = arguments
        let seconds = try arguments.number(CheckCommand.timeout, in: 1...3_600) ?? 10
        caller = CheckCaller(
            transport: try ConnectionOptions.transport(arguments, to: nil),
            timeouts: Timeouts(total: .seconds(seconds)),
            authorization: nil,
            limit: Self.limit
        )
    }

    /// Reads the JSON document at a place.
    ///
    /// - Parameter place: The path of a file, or an address of `http` or `https`.
    /// - Returns: The document.
    /// - Throws: A failure of usage when it is not there or no JSON, one of the network when
    ///   its server does not give it.
    func read(_ place: String) async throws(CommandError) -> Value {
        let bytes = try await bytes(of: place)
        do throws(CodingError) {
            return try JSON().value(from: bytes)
        } catch {
            throw .usage("\(Self.shown(place)) is no JSON: \(error)")
        }
    }

    /// Reads the document at a place, whatever it is.
    ///
    /// - Parameters:
    ///   - place: The path of a file, or an address of `http` or `https`.
    ///   - type: The media type that is asked for.
    /// - Returns: The content.
    /// - Throws: A failure of usage when it is not there, one of the network when
    ///   its server does not give it.
    func bytes(
        of place: String,
        as type: String = "application/json"
    ) async throws(CommandError) -> [UInt8] {
        Self.isAddress(place) ? try await fetch(place, type) : try Self.file(place)
    }

    /// Whether a place is an address rather than a file.
    static func isAddress(_ place: String) -> Bool {
        place.hasPrefix("http://") || place.hasPrefix("https://")
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
                "\(Self.shown(address)) is answered with more than \(Self.limit) bytes"
            throw CommandError(code: 5, words)
        }
    }

    // MARK: - Files

    private static func file(_ path: String) throws(CommandError) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path, errno) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe Self.read(file, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, errno) }
            if count == 0 { return bytes }
            bytes += piece[0..<count]
            guard bytes.count <= limit else {
                throw .usage("\(shown(path)) is larger than \(limit) bytes")
            }
        }
    }

    /// The system's function, by a name that ``read(_:)`` does not hide.
    private static func read(
        _ file: Int32,
        _ bytes: UnsafeMutableRawPointer?,
        _ count: Int
    ) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(file, bytes, count)
        #elseif canImport(Musl)
        unsafe Musl.read(file, bytes, count)
        #else
        unsafe Darwin.read(file, bytes, count)
        #endif
    }

    private static func unreadable(_ path: String, _ code: Int32) -> CommandError {
        .usage("\(shown(path)) cannot be read: \(Terminal.words(of: code))")
    }

    /// A place as it is shown, whatever a shell has let into it.
    private static func shown(_ place: String) -> String { DisplayText.clean(place) }
}
