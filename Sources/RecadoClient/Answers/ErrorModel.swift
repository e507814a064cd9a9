// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A type that a service's errors are read as, and the path to them in its answers.
///
/// ```swift
/// settings.answers.errors = [ErrorModel(ServiceError.self, at: "error")]
/// ```
///
/// A model is looked for in refusals, which are answers with a status that is not accepted. A model
/// of an ``ErrorReporting`` type is looked for in every answer. If the content holds a value of the
/// model that is an error, the call fails with it: the kind of the ``CallError`` is
/// ``CallErrorKind/failed`` and ``AnyCallError/serviceError`` is the error. If the content holds no
/// such value, or the value cannot be read, a refusal remains a refusal and gives the reason.
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
    ///   - path: The path to the error; by default the error is the whole content.
    ///   - statuses: The statuses of the answers in which the error is looked for; by default those
    ///     that are not accepted, or all statuses for an ``ErrorReporting`` type.
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

    /// True if the error is looked for in an answer with this status.
    func applies(to status: Status, isRefusal: Bool) -> Bool {
        statuses?.contains(status) ?? (isRefusal || isReporting)
    }

    /// The error in an answer, `nil` if it says that nothing is wrong, or the reason that it could
    /// not be read.
    func error(in parts: DocumentParts) -> Result<(any Error)?, CodingError> { read(parts) }
}
