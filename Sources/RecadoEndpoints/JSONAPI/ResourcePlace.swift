// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
import RecadoHTTP

extension Document {
    /// Returns the position of an error, resolved to a value that exists in the JSON:API document
    /// (JSON:API 1.1, "Error Objects").
    ///
    /// A pointer into a model, such as `/title`, is resolved to the field of the primary data. The
    /// position of a missing value is that of the value that should contain it.
    ///
    /// - Parameter pointer: A JSON Pointer into the document or into the model of its primary data.
    /// - Returns: The pointer, and the name of the missing member, if one is missing.
    fileprivate func place(of pointer: String) -> (pointer: String, missing: String?) {
        let found = follow(pointer)
        guard found.known.isEmpty, !found.unknown.isEmpty else {
            return (found.known, found.unknown.last)
        }
        for part in ["/data/attributes", "/data/relationships", "/data"] {
            let (known, unknown) = follow(part + pointer)
            if known.utf8.count > part.utf8.count { return (known, unknown.last) }
        }
        return (follow("/data/attributes").known, found.unknown.last)
    }
}

extension ProblemDetails {
    /// Returns the problem with the position of each error resolved to a value in the request's
    /// document.
    ///
    /// - Parameter document: The document that was sent; `nil` if it could not be read.
    /// - Returns: The problem, with its errors in the same order.
    package func placed(in document: Document?) -> ProblemDetails {
        var problem = self
        for index in errors.indices {
            guard let pointer = errors[index].pointer else { continue }
            let (place, missing) = document?.place(of: pointer) ?? ("", nil)
            problem.errors[index].pointer = place
            if errors[index].code == "required", let missing {
                problem.errors[index].detail = ResourceWords.expectedMember(missing)
            }
        }
        if errors.isEmpty, status.mayBeOfContent {
            let place = InputError.Location.content(document?.follow("/data").known ?? "")
            problem.errors = [InputError(at: place, code: kind, detail: detail ?? title)]
        }
        return problem
    }
}

extension ResourceError {
    /// Returns the refusal with the position of each error resolved to a value in the request's
    /// document.
    ///
    /// - Parameter document: The document that was sent.
    /// - Returns: The refusal, with its errors in the same order.
    package func placed(in document: Document) -> ResourceError {
        var refusal = self
        for index in errors.indices {
            guard let pointer = errors[index].source?.pointer else {
                if errors[index].source == nil, status.mayBeOfContent {
                    refusal.errors[index].source = .init(pointer: document.follow("/data").known)
                }
                continue
            }
            let (place, missing) = document.place(of: pointer)
            refusal.errors[index].source?.pointer = place
            if errors[index].code == "required", let missing {
                refusal.errors[index].detail = ResourceWords.expectedMember(missing)
            }
        }
        return refusal
    }
}

extension Status {
    /// True if a refusal with this status but without a position may concern the content.
    fileprivate var mayBeOfContent: Bool {
        self == .badRequest || self == .conflict || self == .unprocessableContent
    }
}
