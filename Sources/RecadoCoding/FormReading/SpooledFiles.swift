// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// Form files that are on disk, each with a placeholder in the parsed content.
///
/// Files on disk are not read into memory to decode a form into a model: the parsed content has
/// placeholders instead, and a file property that finds a placeholder gets the file. Placeholders
/// need not be secret, because they refer only to files of the same form.
package struct SpooledFiles: Sendable {
    /// The files of the form that the current task decodes.
    @TaskLocal package static var current: SpooledFiles?

    private var files: [[UInt8]: SpooledContent] = [:]

    package init() {}

    /// Keeps a file and returns its placeholder.
    package mutating func mark(for file: SpooledContent) -> [UInt8] {
        let mark = Array("\u{0}recado-file-\(files.count)-\(file.length)".utf8)
        files[mark] = file
        return mark
    }

    /// Returns the file of a placeholder, or `nil` for any other bytes.
    func file(for bytes: [UInt8]) -> SpooledContent? {
        bytes.first == 0 ? files[bytes] : nil
    }
}
