// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The files of a form that were received from a stream, each with a placeholder in the content.
///
/// A form is read into a model as a whole, but files on the disk are not read for that: the parsed
/// content has placeholders instead, and a file that is read from one gets the file.
/// Placeholders need not be secret, since they refer to files of the same form only.
package struct SpooledFiles: Sendable {
    /// The files of the form that this task reads into a model.
    @TaskLocal package static var current: SpooledFiles?

    private var files: [[UInt8]: SpooledContent] = [:]

    package init() {}

    /// Keeps a file and returns its placeholder.
    package mutating func mark(for file: SpooledContent) -> [UInt8] {
        let mark = Array("\u{0}recado-file-\(files.count)-\(file.length)".utf8)
        files[mark] = file
        return mark
    }

    /// The file of a placeholder, or `nil` for any other bytes.
    func file(for bytes: [UInt8]) -> SpooledContent? {
        bytes.first == 0 ? files[bytes] : nil
    }
}
