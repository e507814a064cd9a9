// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Functions that read and write whole files.
enum File {
    static func read(_ path: String) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        let count = unsafe pread(file, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    static func write(_ bytes: [UInt8], to path: String) {
        put(bytes, to: path, O_TRUNC)
    }

    private static func put(_ bytes: [UInt8], to path: String, _ flags: Int32) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
        guard file >= 0 else { return }
        _ = unsafe Glibc.write(file, bytes, bytes.count)
        close(file)
    }

    /// Appends a text to a file.
    static func append(_ text: String, to path: String) {
        put(Array(text.utf8), to: path, O_APPEND)
    }

    static func length(of file: Int32) -> Int? {
        var facts = stat()
        return unsafe fstat(file, &facts) == 0 ? Int(facts.st_size) : nil
    }

    static func size(of path: String) -> Int? {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? Int(facts.st_size) : nil
    }

    /// Returns the path of an open file.
    static func path(of file: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/self/fd/\(file)", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Functions for folders.
enum Folder {
    /// Returns the names of the files and folders in a folder, sorted.
    static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the paths of all files in a folder and its subfolders, relative to the folder.
    static func files(in folder: String) -> [String] {
        names(in: folder).flatMap { name -> [String] in
            var facts = stat()
            guard unsafe lstat(folder + "/" + name, &facts) == 0 else { return [] }
            guard facts.st_mode & S_IFMT == S_IFDIR else { return [name] }
            return files(in: folder + "/" + name).map { name + "/" + $0 }
        }
    }

    /// Creates the parent folders of a file, given the file's path within a folder.
    static func make(above name: String, in folder: String) {
        var path = folder
        for part in name.split(separator: "/").dropLast() {
            path += "/" + part
            unsafe mkdir(path, 0o700)
        }
    }

    /// Removes a folder with all its contents.
    static func remove(_ folder: String) {
        for name in names(in: folder) {
            let path = folder + "/" + name
            if unsafe unlink(path) != 0 { remove(path) }
        }
        unsafe rmdir(folder)
    }
}
