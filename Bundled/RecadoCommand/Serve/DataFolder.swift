// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folder for the user's data (XDG Base Directory Specification).
enum DataFolder {
    /// Returns the path of the default database, and creates its folder if necessary.
    static func database() throws(CommandError) -> String {
        let data: String
        // The specification requires that relative paths are ignored.
        if let given = Environment["XDG_DATA_HOME"], given.hasPrefix("/") {
            data = given
        } else if let home = Environment["HOME"] {
            data = home + "/.local/share"
        } else {
            throw .usage("there is no home folder to keep the database in; say --database")
        }
        let folder = data + "/recado"
        try make(folder)
        return folder + "/recado.sqlite"
    }

    /// Creates a folder and its parents, accessible only to their owner.
    private static func make(_ folder: String) throws(CommandError) {
        var path = ""
        for name in folder.split(separator: "/") {
            path += "/" + name
            if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { continue }
            // For an existing folder, the error may be different from EEXIST, for example on a
            // read-only disk.
            let code = errno
            guard unsafe access(path, F_OK) == 0 else {
                throw .failed("folder \(path) cannot be made: \(Terminal.words(of: code))")
            }
        }
    }
}
