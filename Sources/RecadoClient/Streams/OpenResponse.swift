// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// An answer with an accepted status whose content has not been read yet.
struct OpenResponse<Failure: Problem>: Sendable {
    let request: Request
    let response: Response
    let notes: CallNotes

    /// Everything that is known about the call, for an error.
    var record: CallRecord { notes.record(request, answeredBy: response) }

    /// Returns the call error for an error that occurred while the content was read.
    func error(_ error: any Error) -> CallError<Failure> {
        if let error = error as? CallError<Failure> { return error }
        var record = record
        record.underlying = error
        switch error {
        case let failure as CodingError:
            record.detail = failure.description
            return CallError(.unreadable, record)
        case let limit as StreamLimitError:
            record.detail = limit.description
            return CallError(.tooLarge, record)
        default:
            return CallError(error, record)
        }
    }

    /// Returns the error for an answer that does not match the expected format or type.
    func unreadable(_ detail: String) -> CallError<Failure> {
        var record = record
        record.detail = detail
        return CallError(.unreadable, record)
    }
}
