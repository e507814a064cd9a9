// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An nginx of one worker, which answers a fixed text and serves one file.
struct Nginx {
    let folder: URL
    let port: Int

    init(port: Int, file: [UInt8]) throws {
        self.port = port
        folder = FileManager.default.temporaryDirectory.appending(path: "recado-nginx-\(port)")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(file).write(to: folder.appending(path: "catalog.json"))
        let configuration = """
            worker_processes 1;
            daemon off;
            user root;
            pid \(folder.path())/nginx.pid;
            error_log \(folder.path())/error.log;
            events { worker_connections 4096; }
            http {
                access_log off;
                sendfile on;
                tcp_nopush on;
                open_file_cache max=10 inactive=60s;
                types { application/json json; }
                keepalive_requests 1000000000;
                server {
                    listen 127.0.0.1:\(port) reuseport;
                    location = /hello { default_type text/plain; return 200 "Hello, world"; }
                    location / { root \(folder.path()); }
                }
            }
            """
        try configuration.write(
            to: folder.appending(path: "nginx.conf"),
            atomically: true,
            encoding: .utf8
        )
    }

    func start(processor: Int) throws -> Child {
        try Child(
            "nginx",
            ["/usr/sbin/nginx", "-c", folder.appending(path: "nginx.conf").path()],
            processor: processor
        )
    }
}
