// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// An answer with success whose content is still to be read.
struct OpenAnswer<Failure: Problem>: Sendable {
    let request: Request
    let response: Response
    let notes: CallNotes

    /// The facts that are known about the call, for an error.
    var record: CallRecord { notes.record(request, answeredBy: response) }

    /// The error for what happened while the content was read.
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

    /// The error for an answer that is not what was expected.
    func unreadable(_ detail: String) -> CallError<Failure> {
        var record = record
        record.detail = detail
        return CallError(.unreadable, record)
    }
}
