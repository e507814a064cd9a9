// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TLSPeer {
    /// The program's source.
    ///
    /// Its HTTP/2 frames follow RFC 9113; 0x88 is HPACK for `:status: 200`.
    static let program = """
        import os, socket, ssl, subprocess, sys, tempfile, threading

        # Connections of other tests must end when those tests end them.
        os.closerange(3, 4096)
        manner = sys.argv[1]
        tail = b" " + b"x" * 300 + b"!" if manner in ("ample", "endless") else b""

        def frame(kind, flags, stream, content=b""):
            length = len(content).to_bytes(3, "big")
            return length + bytes([kind, flags]) + stream.to_bytes(4, "big") + content

        def answer_2(file, text):
            file.read(24)
            file.write(frame(4, 0, 0))
            file.flush()
            while len(head := file.read(9)) == 9:
                file.read(int.from_bytes(head[:3], "big"))
                kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
                if kind == 4 and not flags & 1:
                    file.write(frame(4, 1, 0))
                if kind == 1:
                    file.write(frame(1, 4, stream, b"\\x88") + frame(0, 1, stream, text))
                file.flush()

        def answer_1(file, text):
            while file.readline():
                while file.readline() not in (b"\\r\\n", b""):
                    pass
                length = b"Content-Length: %d" % len(text)
                end = b"Connection: close" if manner == "endless" else length
                file.write(b"HTTP/1.1 200 OK\\r\\n" + end + b"\\r\\n\\r\\n" + text)
                file.flush()
                if manner == "endless":
                    return

        def serve(connection, number):
            try:
                if manner == "plain":
                    return answer_2(connection.makefile("rwb"), b"h2 %d" % number)
                with context.wrap_socket(connection, server_side=True) as secure:
                    protocol = secure.selected_alpn_protocol() or "none"
                    names = (secure.getpeercert() or {}).get("subject", ())
                    words = [protocol, str(number)] + [n[0][1] for n in names]
                    if manner.startswith("telling"):
                        words.append("resumed" if secure.session_reused else "new")
                    text = " ".join(words).encode() + tail
                    file = secure.makefile("rwb")
                    (answer_2 if protocol == "h2" else answer_1)(file, text)
                    if manner == "endless":
                        secure.unwrap()
            except OSError:
                pass

        def accept():
            number = 0
            while True:
                connection, _ = listener.accept()
                number += 1
                threading.Thread(target=serve, args=(connection, number), daemon=True).start()

        def openssl(*words):
            subprocess.run(["openssl", *words], check=True, cwd=folder,
                           stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        CURVE = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        LOCALHOST = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]

        def certify(name, words, signer, days="2"):
            openssl("req", "-newkey", *CURVE, *words, "-keyout", name + ".key", "-out", name + ".csr")
            openssl("x509", "-req", "-in", name + ".csr", *signer, "-copy_extensions", "copy",
                    "-days", days, "-out", name + ".pem")

        def make_certificates():
            if manner[:7] in ("selfSig", "ample", "endless", "telling") or manner.startswith("tls"):
                openssl("req", "-x509", "-newkey", *CURVE, "-days", "2", *LOCALHOST,
                        "-keyout", "certificate.key", "-out", "certificate.pem")
                return
            if manner == "expired":
                certify("certificate", LOCALHOST, ["-signkey", "certificate.key"], "-1")
                return
            openssl("req", "-x509", "-newkey", *CURVE, "-days", "2", "-subj", "/CN=Authority",
                    "-keyout", "authority.key", "-out", "authority.pem")
            authority = ["-CA", "authority.pem", "-CAkey", "authority.key"]
            certify("certificate", LOCALHOST, authority)
            if manner == "demanding":
                certify("ana", ["-subj", "/CN=Ana"], authority)
                openssl("ec", "-in", "ana.key", "-aes128", "-passout", "pass:wicked",
                        "-out", "ana-locked.key")
                openssl("pkcs12", "-export", "-in", "ana.pem", "-inkey", "ana.key",
                        "-passout", "pass:wicked", "-out", "ana.p12")

        with tempfile.TemporaryDirectory() as folder:
            make_certificates()
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            if manner == "tls11":
                context.set_ciphers("ALL:@SECLEVEL=0")
                context.minimum_version = ssl.TLSVersion.TLSv1
                context.maximum_version = ssl.TLSVersion.TLSv1_1
            if manner in ("tls12", "telling12"):
                context.maximum_version = ssl.TLSVersion.TLSv1_2
            if manner == "demanding":
                context.verify_mode = ssl.CERT_REQUIRED
                context.load_verify_locations(folder + "/authority.pem")
            context.load_cert_chain(folder + "/certificate.pem", folder + "/certificate.key")
            context.set_alpn_protocols(["h2", "http/1.1"])
            listener = socket.create_server(("127.0.0.1", 0), backlog=256)
            threading.Thread(target=accept, daemon=True).start()
            print(listener.getsockname()[1], folder, flush=True)
            sys.stdin.read()
        """
}
