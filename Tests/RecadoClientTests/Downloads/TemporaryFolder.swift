// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder that is removed when the test ends.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/recado-downloads-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        try #require(made)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unsafe unlink(path + "/" + name) }
        unsafe rmdir(path)
    }

    /// The names of the files in the folder, sorted.
    var names: [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func read(_ name: String) -> [UInt8]? {
        let descriptor = unsafe open(path + "/" + name, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe Self.read(descriptor, $0.baseAddress, $0.count)
        }
        return count < 0 ? nil : Array(bytes[..<count])
    }

    func write(_ text: String, to name: String, mode: mode_t = 0o644) {
        let descriptor = unsafe open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, mode)
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe Self.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    func mode(of name: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path + "/" + name, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private static func read(_ file: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.read(file, bytes, count)
        #elseif canImport(Musl)
        unsafe Musl.read(file, bytes, count)
        #else
        unsafe Glibc.read(file, bytes, count)
        #endif
    }

    private static func write(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.write(file, bytes, count)
        #elseif canImport(Musl)
        unsafe Musl.write(file, bytes, count)
        #else
        unsafe Glibc.write(file, bytes, count)
        #endif
    }
}
