// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A JSON:API document as a model that the JSON format can encode.
struct DocumentModel: Encodable {
    let document: OutgoingDocument
    /// The relationships whose resources are included; `nil` includes all resources that have
    /// content.
    let include: IncludePaths?
    let naming: KeyNaming

    func encode(to encoder: any Encoder) throws {
        guard let value = encoder as? JSONSink.ValueEncoder else {
            let message = "a document of JSON:API is written as JSON"
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(codingPath: encoder.codingPath, debugDescription: message)
            )
        }
        let writer = value.token.writer
        try write(to: writer, writer.openContainer(isObject: true, of: value.token))
    }

    private func write(to writer: Writer<JSONSink>, _ root: Token<JSONSink>) throws {
        let resources = ResourceWriter(writer: writer, inclusion: Inclusion(document, naming))
        let implementation = Value.object(document.implementation)
        try writer.write(member: implementation, name: "jsonapi", of: root)
        if !document.links.isEmpty {
            try writer.write(member: document.links, name: "links", of: root)
        }
        switch document.primary {
        case .nothing: break
        case .null: try writer.write(member: Value.null, name: "data", of: root)
        case .resource(let resource):
            guard try writer.begin(root.level, root.serial, "data") != nil else { return }
            try resources.write(resource, addressed: document.identity, include)
        case .resources(let list): try resources.write(list, include, as: "data", of: root)
        case .identifier(let identifier):
            try writer.write(member: identifier, name: "data", of: root)
        case .identifiers(let identifiers):
            try writer.write(member: identifiers, name: "data", of: root)
        case .errors(let errors): try writer.write(member: errors, name: "errors", of: root)
        }
        if let included = document.included {
            try resources.write(included, IncludePaths(), as: "included", of: root)
        } else {
            try resources.writeIncluded(of: root, isAsked: include?.isEmpty == false)
        }
        if let meta = document.meta {
            try writer.write(member: Value.object(meta), name: "meta", of: root)
        }
    }
}

extension ResourceWriter {
    /// Writes a list of resources.
    fileprivate func write(
        _ list: [any Resource],
        _ paths: IncludePaths?,
        as name: String,
        of root: Token<JSONSink>
    ) throws {
        guard try writer.begin(root.level, root.serial, name) != nil else { return }
        try writer.writeContainer(isObject: false) { array in
            for resource in list where try writer.begin(array.level, array.serial) != nil {
                try write(resource, paths)
            }
        }
    }

    /// Writes the resources to which the relationships of the primary data refer.
    fileprivate func writeIncluded(of root: Token<JSONSink>, isAsked: Bool) throws {
        guard inclusion.isFollowing, !inclusion.isEmpty || isAsked,
            try writer.begin(root.level, root.serial, "included") != nil
        else { return }
        try writer.writeContainer(isObject: false) { array in
            while let (resource, paths) = inclusion.next() {
                guard try writer.begin(array.level, array.serial) != nil else { return }
                try write(resource, paths)
            }
        }
    }
}
