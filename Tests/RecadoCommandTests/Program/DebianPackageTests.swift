// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The Debian package, installed into a temporary folder in the way `dpkg` does it.
@Suite(
    .enabled(
        if: FileManager.default.fileExists(atPath: "/usr/bin/dpkg-deb"),
        "other systems have other packages"
    ),
    .timeLimit(.minutes(3))
) struct `The Debian package` {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// The common first part of all test scripts, which builds the package and installs it below
    /// `$root`.
    private static let installing = """
        set -eu
        base=$(mktemp -d)
        trap 'rm -rf "$base"' EXIT
        export DPKG_DEB_COMPRESSOR_TYPE=none
        scripts/deb --program "$0" "$base" >&2
        root=$base/root
        mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/etc"
        touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
        on_root() {
            dpkg --root="$root" --log=/dev/null --force-not-root --force-script-chrootless \\
                --force-depends "$@" >&2
        }
        on_root --install "$base"/recado_*.deb

        """

    private func installed(_ script: String) async throws -> ShellRun {
        try await ShellRun("cd '\(Self.root.path())'\n" + Self.installing + script)
    }

    @Test func `runs the server with its data in its own folder`() async throws {
        let run = try await installed(
            """
            grep -q '^RECADO_OPTIONS' "$root/etc/default/recado" && exit 3
            export XDG_DATA_HOME="$root/var/lib"
            start=$(sed -n 's/^ExecStart=\\/usr\\/bin\\/recado serve \\$RECADO_OPTIONS$/serve/p' \\
                "$root/usr/lib/systemd/system/recado.service")
            "$root/usr/bin/recado" "$start" --port 0 >"$base/words" &
            server=$!
            trap 'kill $server; rm -rf "$base"' EXIT
            for i in $(seq 100); do grep -q 'serves at' "$base/words" && break; sleep 0.1; done
            address=$(sed -n 's/.*serves at \\(http:[^ ]*\\).*/\\1/p' "$base/words")
            curl -sf "$address/weather/openapi.json" | grep -c '"openapi": *"3.1'
            ls "$root/var/lib/recado"
            """
        )
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasPrefix("1\n"), "\(run.output)")
        #expect(run.output.contains("recado.sqlite"), "\(run.output)")
    }

    @Test func `installs a user, a systemd unit, completions and a manual`() async throws {
        let run = try await installed(
            """
            dpkg --root="$root" --verify recado
            grep -c '^recado:' "$root/etc/passwd" "$root/etc/group" | sed "s|$root||"
            cd "$root/usr/share"
            zcat man/man1/recado.1.gz | head -n 1
            ls bash-completion/completions zsh/vendor-completions fish/vendor_completions.d
            dpkg-deb --field "$base"/recado_*.deb Depends
            """
        )
        #expect(run.status == 0, "\(run.output)")
        for words in [
            "/etc/passwd:1", "/etc/group:1", ".TH \"RECADO\" \"1\"", "_recado", "recado.fish",
            "libssl3",
            "libsqlite3-0", "ca-certificates",
        ] {
            #expect(run.output.contains(words), "\(words): \(run.output)")
        }
        for words in ["??", "missing", "libswift"] {
            #expect(!run.output.contains(words), "\(run.output)")
        }
    }

    @Test func `is removed completely except for its data`() async throws {
        let run = try await installed(
            """
            mkdir -p "$root/var/lib/recado" && echo data >"$root/var/lib/recado/recado.sqlite"
            on_root --purge recado
            cd "$root" && find . -type f \\( -path './usr/*' -o -path './var/lib/recado/*' \\)
            """
        )
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output == "./var/lib/recado/recado.sqlite\n")
    }

    @Test func `is not built with invalid options`() async throws {
        for words in ["--program", "--fast", "a b"] {
            let run = try await ShellRun("cd '\(Self.root.path())'; scripts/deb \(words) 2>&1")
            #expect(run.status == 2)
            #expect(run.output.contains("--program FILE"))
        }
    }
}
