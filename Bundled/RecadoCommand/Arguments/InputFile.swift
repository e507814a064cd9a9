// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

/// A file that an option names.
enum InputFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The greatest number of bytes to read.
    ///   - name: The name of the option, for the error message.
    /// - Returns: The bytes.
    /// - Throws: A failure of usage for a file that does not exist, cannot be read or is too large.
    static func read(
        _ path: String,
        limit: Int,
        for name: String
    ) throws(CommandError) -> [UInt8] {
        let shown = DisplayText.clean(path)
        let read: [UInt8]?
        do throws(CredentialFileError) {
            read = try PrivateFile.read(path, limit: limit, isGuarded: false)
        } catch {
            throw .usage("\(name): \(shown): \(error)")
        }
        guard let read else { throw .usage("\(name): there is no file \(shown)") }
        return read
    }
}
