// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The templates of the container, the systemd unit and the README of a new service.
extension ProjectTemplate {
    /// The `Containerfile`, which defines the container image.
    static let container = #"""
        # __BUILD__
        FROM swift:6.3-bookworm AS builder
        RUN apt-get update -qq \
            && apt-get install -qq -y --no-install-recommends __DEVELOPMENT__
        __RECADO__WORKDIR /__NAME__
        COPY Package.swift ./
        COPY Sources Sources
        COPY Tests Tests
        RUN swift build -c release --static-swift-stdlib --product __NAME__ \
            && install -D --strip .build/release/__NAME__ /out/__NAME__

        FROM debian:bookworm-slim
        RUN apt-get update -qq \
            && apt-get install -qq -y --no-install-recommends ca-certificates __RUNTIME__ \
            && rm -rf /var/lib/apt/lists/* \
            && useradd --uid 10001 --no-create-home --home-dir /data service \
            && install -d -o service -g service /data
        COPY --from=builder /out/__NAME__ /usr/local/bin/__NAME__
        USER 10001
        WORKDIR /data
        VOLUME /data
        EXPOSE 8080
        ENTRYPOINT ["__NAME__"]
        CMD ["serve", "--address", "0.0.0.0"]
        """#

    /// The list of files that are not copied into the container.
    static let containerIgnored = #"""
        .build
        .git
        *.sqlite*
        """#

    /// The systemd unit.
    static let unit = #"""
        # For /etc/systemd/system; the program is expected at /usr/local/bin/__NAME__.
        [Unit]
        Description=__TYPE__
        Wants=network-online.target
        After=network-online.target__AFTER__

        [Service]
        ExecStart=/usr/local/bin/__NAME__ serve
        Restart=on-failure
        RestartSec=1
        LimitNOFILE=16384
        LimitCORE=0
        DynamicUser=yes
        StateDirectory=__NAME__
        WorkingDirectory=%S/__NAME__
        UMask=0077
        CapabilityBoundingSet=
        NoNewPrivileges=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        PrivateDevices=yes
        PrivateTmp=yes
        PrivateUsers=yes
        ProcSubset=pid
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHome=yes
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        ProtectProc=invisible
        ProtectSystem=strict
        RemoveIPC=yes
        RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service
        SystemCallFilter=~@privileged @resources
        SystemCallErrorNumber=EPERM

        [Install]
        WantedBy=multi-user.target
        """#

    /// The README of the package.
    static let readme = #"""
        # __NAME__

        A web service in Swift, made with Recado.

        | folder | content |
        | --- | --- |
        | `Sources/__TYPE__API` | the declaration: what can be called, with which values, and what can go wrong |
        | `Sources/__TYPE__Client` | calls for apps; the package has it as a product |
        | `Sources/__NAME__` | the service and its program |
        | `Tests/__TYPE__Tests` | tests of the service by its client, over a socket |

        ```
        swift test
        swift run __NAME__ serve
        curl localhost:8080/__NAME__/items -H 'Content-Type: application/json' -d '{"name": "A table for two"}'
        curl localhost:8080/__NAME__/items
        ```

        While it runs, http://localhost:8080/__NAME__/docs describes it, and http://localhost:8080/__NAME__/openapi.json does so for programs.__DATA__

        - A container: `__BUILD__`, then
          `podman run --rm -p 127.0.0.1:8080:8080 -v __NAME__:/data__CONNECTION__ __NAME__`. docker takes the same options.
        - systemd: `swift build -c release --static-swift-stdlib`, then copy `.build/release/__NAME__` to `/usr/local/bin` and `__NAME__.service` to
          `/etc/systemd/system`, and `systemctl enable --now __NAME__`. The program listens to this machine alone: a proxy in front of it speaks TLS.
        - `swift format --in-place --recursive Package.swift Sources Tests` formats the sources as the definition of continuous integration, in
          `.github/workflows`, expects.__SHARED__
        """#
}
