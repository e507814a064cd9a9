// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A type that a service's errors are decoded as, and the path to the error in an answer.
///
/// ```swift
/// settings.responseRules.errors = [ErrorModel(ServiceError.self, at: "error")]
/// ```
///
/// A model applies to answers whose status is not accepted. If its type is ``ErrorReporting``, it
/// applies to every answer. If the content holds an error of this type, the call fails: the kind of
/// the ``CallError`` is ``CallErrorKind/failed``, and ``AnyCallError/serviceError`` is the decoded
/// error. If no error can be decoded from an answer with a status that is not accepted, the call
/// still fails, and its error says why decoding failed.
public struct ErrorModel: Sendable {
    /// The identity of the error type.
    let type: ObjectIdentifier
    /// The name of the error type, for messages.
    let name: String
    private let statuses: StatusSet?
    private let isReporting: Bool
    private let read: @Sendable (DocumentParts) -> Result<(any Error)?, CodingError>

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - type: The type that errors are decoded as.
    ///   - path: The path to the error; by default the whole content is the error.
    ///   - statuses: The statuses of the answers that may hold the error; by default the statuses
    ///     that are not accepted, or all statuses if the type is ``ErrorReporting``.
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

    /// True if an answer with this status may hold the error; `isRefusal` is true if the call does
    /// not accept the status.
    func applies(to status: Status, isRefusal: Bool) -> Bool {
        statuses?.contains(status) ?? (isRefusal || isReporting)
    }

    /// Decodes the error, if the content holds it.
    ///
    /// The result is a success with `nil` if the content reports no error, and a failure with the
    /// reason if the content cannot be decoded.
    func error(in parts: DocumentParts) -> Result<(any Error)?, CodingError> { read(parts) }
}
