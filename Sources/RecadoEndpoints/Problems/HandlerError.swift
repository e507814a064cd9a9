// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error of a handler with more failures than its endpoint declares: a disk that is full, a
/// database that is locked, a service behind it that does not answer.
///
/// ```swift
/// func rent(_ call: RentFilm, by member: Member) async throws(HandlerError<RentFilm.Failure>) -> Film
/// ```
///
/// The declared failures stay a closed set, which callers get as typed errors. An outage is
/// answered with its own status, 500 or 503, and callers get it as a refusal. So are the errors of
/// an ``ElementUpload`` or ``ByteUpload`` whose content turns out to be wrong while the handler
/// reads it.
public enum HandlerError<Failure: Problem>: Error, Sendable {
    /// A failure that the endpoint declares.
    case failed(Failure)
    /// Something that is nobody's mistake, or content that is wrong; its words reach the
    /// caller, so they name no internals.
    case problem(ProblemDetails)
}
