// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The place where a database is stored.
enum DatabaseLocation: Sendable, Equatable {
    case file(String)
    /// A file on a file system that is read-only on this machine, or in a folder in which this
    /// process may not write; ``UnchangedFile`` detects changes that others make.
    case readOnlyMedia(String)
    case memory

    /// Returns the location of a database that is opened only for reading.
    static func forReading(_ path: String) -> DatabaseLocation {
        // If a log exists, SQLite must read it as well. If the file is opened normally, SQLite
        // reads the log, or reports the reason why it cannot.
        DatabaseFile.readOnlyReason(of: path) != nil && !DatabaseFile.exists(path + "-wal")
            ? .readOnlyMedia(path) : .file(path)
    }

    /// The name that is passed to SQLite to open the database.
    var name: String {
        switch self {
        // Some builds of SQLite would take a relative name such as "file:x?mode=memory" as a URI.
        case .file(let path): Self.isWhole(path) ? path : "./" + path
        // Without `immutable`, SQLite would create files for locks and for its log beside the file.
        case .readOnlyMedia(let path):
            "file:" + (Self.isWhole(path) ? "//" : "./") + Self.escaped(path) + "?immutable=1"
        case .memory: ":memory:"
        }
    }

    /// True if a path is absolute, judged by its first byte as SQLite and the system do.
    private static func isWhole(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// Percent-encodes the characters of a path that are special in a URI (SQLite, "URI Filenames"
    /// §3.1).
    private static func escaped(_ path: String) -> String {
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"): bytes += "%25".utf8
            case UInt8(ascii: "?"): bytes += "%3F".utf8
            case UInt8(ascii: "#"): bytes += "%23".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
