// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A type that a service's errors are read as, and where they stand in its answers.
///
/// ```swift
/// settings.answers.errors = [ErrorModel(ServiceError.self, at: "error")]
/// ```
///
/// A model is looked for in refusals, which are answers with a status that is not accepted. One of
/// an ``ErrorReporting`` type is looked for in every answer. If it is there, and is an error, the
/// call fails with it: the kind of the ``CallError`` is ``CallErrorKind/failed`` and
/// ``AnyCallError/serviceError`` is the error. If it is not there, or cannot be read, a refusal
/// stays what it is and tells why.
public struct ErrorModel: Sendable {
    /// The type that is read.
    let type: ObjectIdentifier
    /// The name of the type in messages.
    let name: String
    private let statuses: StatusSet?
    private let isReporting: Bool
    private let read: @Sendable (DocumentParts) -> Result<(any Error)?, CodingError>

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - type: The type that is read.
    ///   - path: The way to the error; by default it is the whole content.
    ///   - statuses: The statuses of the answers in which the error is looked for; by default those
    ///     that are not accepted, and all for an ``ErrorReporting`` type.
    public init<E: Decodable & Error>(
        _ type: E.Type,
        at path: CodingPath = .root,
        for statuses: StatusSet? = nil
    ) {
        self.type = ObjectIdentifier(type)
        name = "\(type)"
        self.statuses = statuses
        isReporting = type is any ErrorReporting.Type
        read = { parts in
            do throws(CodingError) {
                let error = try parts.decode(type, at: path)
                let isError = (error as? any ErrorReporting)?.isError ?? true
                return .success(isError ? error : nil)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Whether the error is looked for in an answer.
    func applies(to status: Status, isRefusal: Bool) -> Bool {
        statuses?.contains(status) ?? (isRefusal || isReporting)
    }

    /// The error in an answer, `nil` if it says that nothing is wrong, or why there is none.
    func error(in parts: DocumentParts) -> Result<(any Error)?, CodingError> { read(parts) }
}
