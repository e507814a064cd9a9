// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An nginx that answers with a fixed text and serves one file.
///
/// It does the same on three further ports: over TLS with HTTP/2, with HTTP/2 without TLS, and over
/// TLS with a new connection for each response. Under `/slowly/` it sends one kilobyte per second.
struct Nginx {
    let folder: URL
    let port: Int
    var securePort: Int { port + 1 }
    /// The port for HTTP/2 without TLS.
    var plainHTTP2Port: Int { port + 2 }
    /// The port on which a TLS connection is closed after its first response.
    var closingPort: Int { port + 3 }
    /// The path of the server's certificate, which is valid for `localhost`.
    var certificateFile: String { folder.appending(path: "certificate.pem").path() }
    /// The path of the certificate's key.
    var keyFile: String { folder.appending(path: "certificate.key").path() }

    init(port: Int, file: [UInt8], workers: Int = 1) throws {
        self.port = port
        folder = FileManager.default.temporaryDirectory.appending(path: "recado-nginx-\(port)")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(file).write(to: folder.appending(path: "catalog.json"))
        try makeCertificate()
        try configuration(workers: workers).write(
            to: folder.appending(path: "nginx.conf"),
            atomically: true,
            encoding: .utf8
        )
    }

    /// Adds a sparse file of zeros, which takes no disk space.
    func makeFile(_ name: String, bytes: UInt64) throws {
        let file = folder.appending(path: name)
        try Data().write(to: file)
        try FileHandle(forWritingTo: file).truncate(atOffset: bytes)
    }

    private func configuration(workers: Int) -> String {
        // Makes the kernel distribute connections evenly among workers.
        let sharing = workers > 1 ? " reuseport" : ""
        return """
            worker_processes \(workers);
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
                ssl_protocols TLSv1.2 TLSv1.3;
                ssl_session_cache shared:sessions:4m;
                ssl_certificate \(certificateFile);
                ssl_certificate_key \(keyFile);
                server {
                    listen 127.0.0.1:\(port)\(sharing);
                    listen 127.0.0.1:\(securePort) ssl http2;
                    listen 127.0.0.1:\(plainHTTP2Port) http2;
                    http2_max_concurrent_streams 256;
                    location = /hello { default_type text/plain; return 200 "Hello, world"; }
                    location /slowly/ { alias \(folder.path())/; limit_rate 1k; }
                    location / { root \(folder.path()); }
                }
                server {
                    listen 127.0.0.1:\(closingPort) ssl;
                    keepalive_timeout 0;
                    location = /hello { default_type text/plain; return 200 "Hello, world"; }
                }
            }
            """
    }

    private func makeCertificate() throws {
        _ = try output(of: [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost",
            // rustls does not trust a certificate that is both an authority's and a server's.
            "-addext", "basicConstraints=critical,CA:FALSE",
            "-keyout", keyFile, "-out", certificateFile,
        ])
    }

    func start(processor: Int?) throws -> Child {
        try Child(
            "nginx",
            ["/usr/sbin/nginx", "-c", folder.appending(path: "nginx.conf").path()],
            processor: processor
        )
    }
}
