// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The outcome of one attempt to get an answer.
enum ExchangeOutcome {
    case answer(Response)
    /// There was no answer, because of an error; the request may be sent again over another
    /// connection.
    case repeatable(TransportError)
}
