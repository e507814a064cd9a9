// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension TreeDecoder {
    /// True if a value is a file of a form: an object whose first member is the file's bytes.
    func isFile(_ index: Int) -> Bool {
        let node = node(index)
        return node.kind == .object && index + 2 < node.end && self.node(index + 2).kind == .bytes
    }

    /// Returns the bytes of a file, or `nil` for any other value; for several files with one name,
    /// returns the last.
    ///
    /// - Throws: `FileError` if the bytes are on disk and cannot be read.
    func rawBytes(_ index: Int) throws(FileError) -> [UInt8]? {
        guard let bytes = ownBytes(index) else { return nil }
        return try SpooledFiles.current?.file(for: bytes)?.bytes() ?? bytes
    }

    /// Returns the file on disk to which a value refers, or `nil` for any other value.
    func spooledFile(_ index: Int) -> SpooledContent? {
        guard let files = SpooledFiles.current, let bytes = ownBytes(index) else { return nil }
        return files.file(for: bytes)
    }

    /// Returns the bytes that the document holds for a file: its content, or the placeholder of a
    /// file on disk; `nil` for any other value.
    private func ownBytes(_ index: Int) -> [UInt8]? {
        let index = scalar(index)
        let node = isFile(index) ? self.node(index + 2) : self.node(index)
        return node.kind == .bytes ? slice(of: node).array : nil
    }
}

/// A decoder whose value may be a file of a form.
package protocol FileDecoder: Decoder {
    /// Returns the bytes if the decoder's value is a file of a form; `nil` otherwise.
    ///
    /// - Throws: `FileError` if the bytes are on disk and cannot be read.
    func rawBytes() throws(FileError) -> [UInt8]?

    /// The file on disk to which the decoder's value refers; `nil` if there is none.
    var spooledFile: SpooledContent? { get }
}

extension DocumentDecoder: FileDecoder {
    package func rawBytes() throws(FileError) -> [UInt8]? {
        context.isLive(serial) ? try context.rawBytes(node) : nil
    }

    package var spooledFile: SpooledContent? {
        context.isLive(serial) ? context.spooledFile(node) : nil
    }
}
