// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Two versions of a document.
struct DocumentPair: Sendable {
    let old: ComparedDocument
    let new: ComparedDocument

    /// The operations that both versions have, in the order of the new document.
    var operations: [OperationPair] {
        new.order.compactMap { key in
            guard let old = old.operations[key], let new = new.operations[key] else { return nil }
            return OperationPair(old: old, new: new)
        }
    }
}

/// Two versions of an operation.
struct OperationPair: Sendable {
    let old: ComparedOperation
    let new: ComparedOperation

    /// The operation's name in the new version.
    var name: String { new.name }

    /// The walk over the schemas of all inputs, outputs and messages that both versions have.
    var walk: SchemaWalk {
        var walk = SchemaWalk(old: old.root, new: new.root)
        for parameter in old.parameters {
            guard let now = new.parameters.first(where: { $0.key == parameter.key }) else {
                continue
            }
            walk.add(parameter.schema, now.schema, .input, "\(name) \(now.name)", isText: true)
        }
        for (type, schema) in old.contentSchemas {
            guard let now = new.contentSchemas.first(where: { $0.mediaType == type }) else {
                continue
            }
            walk.add(schema, now.schema, .input, "\(name) content")
        }
        for status in old.statuses {
            let answers = new.answerSchemas(status)
            for (type, schema) in old.answerSchemas(status) {
                guard let now = answers.first(where: { $0.mediaType == type }) else { continue }
                walk.add(schema, now.schema, .output, "\(name) \(status)")
            }
        }
        if let was = old.webSocket, let now = new.webSocket {
            walk.add(was.incoming, now.incoming, .input, "\(name) client message")
            walk.add(was.outgoing, now.outgoing, .output, "\(name) server message")
        }
        return walk
    }
}
