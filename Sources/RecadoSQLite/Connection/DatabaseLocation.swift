// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The location of a database.
enum DatabaseLocation: Sendable, Equatable {
    case file(String)
    /// A file on a file system that this machine cannot write; ``UnchangedFile`` detects whether
    /// others change it.
    case readOnlyMedia(String)
    case memory

    /// The location of a database that is opened for reading alone.
    static func forReading(_ path: String) -> DatabaseLocation {
        // If there is a log beside it, SQLite must read that as well, and either can or gives the
        // reason.
        DatabaseFile.isOnReadOnlyMedia(path) && !DatabaseFile.exists(path + "-wal")
            ? .readOnlyMedia(path) : .file(path)
    }

    /// The name by which SQLite opens it.
    var name: String {
        switch self {
        // A name such as "file:x?mode=memory" would be a URI in some builds of SQLite.
        case .file(let path): Self.isWhole(path) ? path : "./" + path
        // Without `immutable`, SQLite would make files beside it for locks and for its log.
        case .readOnlyMedia(let path):
            "file:" + (Self.isWhole(path) ? "//" : "./") + Self.escaped(path) + "?immutable=1"
        case .memory: ":memory:"
        }
    }

    /// True if a path begins at the root, compared by bytes as SQLite and the system do.
    private static func isWhole(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// A path as it is written in a URI (SQLite, "URI Filenames" §3.1).
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
