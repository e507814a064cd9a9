// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error of a handler that can fail in more ways than its endpoint declares, for example
/// because of a full disk, a locked database, or another service that does not answer.
///
/// ```swift
/// func rent(_ call: RentFilm, by member: Member)
///     async throws(HandlerError<RentFilm.Failure>) -> Film
/// ```
///
/// The declared failures remain a closed set, which callers receive as typed errors. An outage is
/// answered with its own status, 500 or 503, and callers receive it as `CallError.refused`. They
/// receive the same error if the content of an ``ElementUpload`` or ``ByteUpload`` proves to be
/// wrong while the handler reads it; the status then states the mistake, such as 422.
public enum HandlerError<Failure: Problem>: Error, Sendable {
    /// A failure that the endpoint declares.
    case failed(Failure)
    /// An outage, or invalid content; the caller sees the texts of the problem, so they must not
    /// reveal internals.
    case problem(ProblemDetails)
}
