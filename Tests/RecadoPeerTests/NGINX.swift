// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoSockets

/// Runs nginx on a Unix socket, either with files to serve or in front of another server.
enum NGINX {
    /// The content of `large.bin`: bytes that differ from their neighbours.
    static let large = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    private static let handingOut = """
        client_max_body_size 1m;
        gzip on;
        gzip_min_length 1;
        gzip_types application/json;
        types { application/json json; }
        server {
            listen unix:socket;
            root files;
            location = /moved { return 301 /film.json; }
            location = /once { limit_rate 200k; alias files/large.bin; }
        }
        """

    private static let shared = Task {
        let folder = try Peer.makeFolder()
        let files = folder.appending(path: "files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: false)
        try Data(large).write(to: files.appending(path: "large.bin"))
        try Data(#"{"title":"El Camión"}"#.utf8).write(to: files.appending(path: "film.json"))
        return try await start(handingOut, in: folder)
    }

    /// Starts nginx; `unix:socket` in the settings stands for a socket in the folder.
    ///
    /// - Returns: The process, which ends with the tests, and the path of the socket.
    static func start(_ settings: String, in folder: URL) async throws -> (Peer, String) {
        let socket = folder.appending(path: "socket").path()
        let text = """
            daemon off;
            master_process off;
            pid nginx.pid;
            error_log error.log;
            events {}
            http {
                access_log off;
                client_body_temp_path body;
                proxy_temp_path proxy;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
                \(settings.replacing("listen unix:socket", with: "listen unix:\(socket)"))
            }
            """
        try Data(text.utf8).write(to: folder.appending(path: "nginx.conf"))
        let arguments = ["-p", folder.path(), "-c", "nginx.conf", "-e", "error.log"]
        let peer = try await Peer(
            "/usr/sbin/nginx",
            arguments,
            in: folder,
            isReady: {
                FileManager.default.fileExists(atPath: $0.appending(path: "socket").path())
            },
            greets: false
        )
        return (peer, socket)
    }

    /// Returns a client of an nginx.
    static func client(
        _ configure: (inout ClientMiddleware) -> Void = { _ in }
    ) async throws -> Client {
        var options = SocketTransport.Options()
        options.host.unixSocket = try await shared.value.1
        return try Client(
            base: "http://localhost",
            transport: SocketTransport(options: options),
            middleware: .standard(configure)
        )
    }
}
