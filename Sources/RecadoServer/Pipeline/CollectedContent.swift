// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoMultipart

/// A request's content that has arrived completely.
struct CollectedContent: Sendable {
    var bytes: [UInt8]
    /// Files that were written to the disk; markers in `bytes` represent them.
    var files: SpooledFiles?
}

extension MultipartForm {
    /// Reads a form on threads that may wait for the disk.
    @concurrent
    func collect(
        _ content: Content,
        of mediaType: MediaType
    ) async throws(ProblemDetails) -> CollectedContent {
        do {
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                let (bytes, files) = try await spool(content.pieces, mediaType: mediaType)
                return CollectedContent(bytes: bytes, files: files)
            }
        } catch {
            throw Self.problem(of: error)
        }
    }

    private static func problem(of error: any Error) -> ProblemDetails {
        switch error {
        case let problem as ProblemDetails: problem
        case let failure as CodingError:
            ProblemDetails(
                status: failure.code == .tooLarge ? .contentTooLarge : .badRequest,
                detail: "\(failure)"
            )
        case let tooLarge as ContentTooLarge:
            ProblemDetails(
                status: .contentTooLarge,
                detail: Language.words(
                    "A part must not exceed \(tooLarge.limit) bytes.",
                    es: "Una parte no debe pasar de \(tooLarge.limit) bytes."
                )
            )
        case is FileError: ProblemDetails(status: .insufficientStorage)
        default:
            .brokenOff
        }
    }
}
