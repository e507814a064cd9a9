// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import Synchronization

/// A request's content, limited to the endpoint's limit; its errors are problems to answer with.
final class LimitedSource: ContentSource {
    let length: Int?
    private let source: any ContentSource
    private let limit: Int
    private let count = Mutex(0)

    init(_ source: any ContentSource, limit: Int) {
        self.source = source
        self.limit = limit
        length = source.length
    }

    func next() async throws -> [UInt8]? {
        let piece: [UInt8]?
        do {
            piece = try await source.next()
        } catch {
            throw Self.problem(of: error)
        }
        guard let piece else { return nil }
        let isTooMuch = count.withLock { count in
            guard piece.count <= limit - count else { return true }
            count += piece.count
            return false
        }
        if isTooMuch { throw ProblemDetails.contentTooLarge(limit: limit) }
        return piece
    }

    private static func problem(of error: any Error) -> ProblemDetails {
        switch error as? RequestContentError {
        case .timedOut:
            ProblemDetails(
                status: .requestTimeout,
                detail: Language.words(
                    "The content did not arrive in time.",
                    es: "El contenido no llegó a tiempo."
                )
            )
        case .tooLarge: ProblemDetails(status: .contentTooLarge)
        default:
            .brokenOff
        }
    }
}
