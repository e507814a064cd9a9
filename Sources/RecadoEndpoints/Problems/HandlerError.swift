// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a handler throws when more can go wrong than its endpoint declares: a disk that is full, a
/// database that is locked, a service behind it that does not answer.
///
/// ```swift
/// func rent(_ call: RentFilm, by member: Member) async throws(HandlerError<RentFilm.Failure>) -> Film
/// ```
///
/// The declared failures stay a closed set, which callers get to see as typed errors. An outage is
/// answered with its own status, 500 or 503, and callers see it as a refusal. So is what an
/// ``ElementUpload`` or ``ByteUpload`` throws, whose content turns out to be wrong only while the handler
/// reads it.
public enum HandlerError<Failure: Problem>: Error, Sendable {
    /// A failure that the endpoint declares.
    case failed(Failure)
    /// Something that is nobody's mistake, or content that is wrong; its words reach the caller, so they name no internals.
    case problem(ProblemDetails)
}
