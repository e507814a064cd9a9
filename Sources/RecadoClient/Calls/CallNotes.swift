// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The facts about a call that are collected while it runs.
struct CallNotes: Sendable {
    let trace: CallTrace

    init(events: CallEvents?, metadata: CallMetadata = CallMetadata()) {
        trace = CallTrace(events: events, metadata: metadata)
    }

    /// The time since the call began.
    var duration: Duration { trace.start.duration(to: .now) }

    /// Returns everything that is known about the call so far, for an error.
    func record(_ request: Request, answeredBy response: Response?) -> CallRecord {
        var record = CallRecord(request, answeredBy: response)
        record.note(trace.attempts)
        record.note(trace)
        record.duration = duration
        return record
    }
}
