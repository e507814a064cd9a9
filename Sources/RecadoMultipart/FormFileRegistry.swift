// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files that a model encodes, each with a placeholder text.
///
/// Encoders write only scalars, so a file is first encoded as a placeholder, an unguessable text.
/// When the parts are made, the file replaces its placeholder. The file thus keeps its position,
/// however the model is encoded.
final class FormFileRegistry: Sendable {
    private let prefix: String
    private let files = Mutex<[FormFile]>([])

    init() {
        let random = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
        prefix = "\u{0}file-\(random.0)-\(random.1)-"
    }

    /// Keeps a file and returns its placeholder.
    func mark(for file: FormFile) -> String {
        let index = files.withLock { files in
            files.append(file)
            return files.count - 1
        }
        return prefix + String(index)
    }

    /// Returns the file of a placeholder, or `nil` for any other text.
    func file(for text: String) -> FormFile? {
        guard text.utf8.starts(with: prefix.utf8),
            let index = Int(String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
        else { return nil }
        return files.withLock { $0.indices.contains(index) ? $0[index] : nil }
    }

    /// The key of the registry in the `userInfo` of an encoder that writes files as parts; creating
    /// the key never fails.
    static let key = CodingUserInfoKey(rawValue: "recado.form-files")
}
