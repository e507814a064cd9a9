// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
package import RecadoHTTP

extension ProblemDetails {
    /// The problem as a JSON:API document of errors: one error for each refused input, or a single
    /// error if no input was refused.
    ///
    /// The `type` of the problem becomes the link `type` of each error. A single error has the last
    /// part of the `type` as its `code`; a refused input has its own `code`. Extension members
    /// become `meta`.
    package var resourceErrors: JSONAPI.Errors {
        let status = Int(status.code)
        var objects = errors.map { error in
            var object = JSONAPI.ErrorObject(status: status, title: title, detail: error.detail)
            object.code = error.code
            object.source = JSONAPI.ErrorObject.Source(
                pointer: error.pointer,
                parameter: error.parameter,
                header: error.header
            )
            return object
        }
        if objects.isEmpty {
            var object = JSONAPI.ErrorObject(status: status, title: title, detail: detail)
            object.code = kind
            objects = [object]
        }
        var links = JSONAPI.Links()
        links["type"] = JSONAPI.Link(type)
        if let instance { links["about"] = JSONAPI.Link(instance) }
        for index in objects.indices { objects[index].links = links }
        return JSONAPI.Errors(objects, meta: extensions.isEmpty ? nil : extensions)
    }

    /// The last part of the problem's `type`, which names its kind.
    var kind: String { type.split { $0 == "/" || $0 == "#" }.last.map(String.init) ?? type }

    /// Creates the problem from a document of errors: its title, type and detail are those of the
    /// first error.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - status: The status of the answer, which takes precedence over the statuses of
    ///     single errors.
    package init(_ document: JSONAPI.Errors, status: Status) {
        let first = document.errors.first
        self.init(
            status: status,
            title: first?.title,
            type: first?.links?["type"]?.href ?? "about:blank",
            detail: first?.detail,
            instance: first?.links?["about"]?.href
        )
        errors = document.errors.compactMap { object in
            guard let source = object.source else { return nil }
            var error = InputError(
                at: .content(""),
                code: object.code ?? "",
                detail: object.detail ?? object.title ?? ""
            )
            error.pointer = source.pointer
            error.parameter = source.parameter
            error.header = source.header
            return error
        }
        if errors.count > 1 { detail = nil }
        if let meta = document.meta { extensions = meta }
    }
}
