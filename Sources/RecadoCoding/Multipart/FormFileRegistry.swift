// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files that a model encodes, each with a mark that stands in its place.
///
/// Encoders write scalars; a file is written as a text that nobody can guess, and taken out again
/// when the parts are made. So it keeps its place whatever way the model went.
final class FormFileRegistry: Sendable {
    private let prefix: String
    private let files = Mutex<[FormFile]>([])

    init() {
        let random = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
        prefix = "\u{0}file-\(random.0)-\(random.1)-"
    }

    /// Keeps a file and returns its mark.
    func mark(for file: FormFile) -> String {
        let index = files.withLock { files in
            files.append(file)
            return files.count - 1
        }
        return prefix + String(index)
    }

    /// The file of a mark, or `nil` for any other text.
    func file(for text: String) -> FormFile? {
        guard text.utf8.starts(with: prefix.utf8),
            let index = Int(String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
        else { return nil }
        return files.withLock { $0.indices.contains(index) ? $0[index] : nil }
    }

    /// The key in the `userInfo` of an encoder that writes files as
    /// parts; no text is refused as one.
    static let key = CodingUserInfoKey(rawValue: "recado.form-files")
}
