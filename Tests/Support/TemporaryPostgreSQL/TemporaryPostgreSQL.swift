// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A PostgreSQL server for tests, in a folder that is removed with it.
///
/// It listens only on a socket in that folder. A shell controls it: when the test program ends, in
/// whatever way, a pipe to the shell is closed, and the shell ends the server.
/// PostgreSQL refuses to run as root; in that case it runs as the user `postgres`.
package final class TemporaryPostgreSQL: Sendable {
    /// The error if a server cannot be started.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The folder that contains the socket.
    package let folder: String
    /// The pipe for orders to the shell, which ends when the pipe is closed.
    private let watch: Int32
    /// The pipe on which the shell confirms each order.
    private let answers: Int32
    private let shell: ChildProcess
    private let turn = Mutex(0)

    /// The server that all tests in this process share, or `nil` if none is installed.
    package static let shared: TemporaryPostgreSQL? = try? TemporaryPostgreSQL()

    /// The folder with `initdb` and `postgres`, or `nil` if they are not installed.
    package static let programs: String? = {
        let folders = (14...18).reversed().flatMap { version in
            ["/usr/lib/postgresql/\(version)/bin", "/opt/homebrew/opt/postgresql@\(version)/bin"]
        }
        return folders.first { unsafe access($0 + "/initdb", X_OK) == 0 }
    }()

    /// Creates a database cluster, and starts its server.
    ///
    /// - Parameter primary: The server that this one follows as a standby; none by default.
    /// - Throws: A ``Failure`` if the server does not start.
    package init(standbyOf primary: TemporaryPostgreSQL? = nil) throws {
        guard let programs = Self.programs else {
            throw Failure(description: "PostgreSQL's server is not installed")
        }
        folder = "/tmp/recado-pg-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        guard unsafe mkdir(folder, 0o755) == 0 else {
            throw Failure(description: "the folder \(folder) cannot be made")
        }
        let (input, watch) = Self.makePipe()
        let (answers, output) = Self.makePipe()
        defer { close(input) }
        self.watch = watch
        self.answers = answers
        shell = try ChildProcess(
            "/bin/sh",
            ["-c", Self.script, "sh", programs, folder, primary?.folder ?? ""],
            descriptors: [input, STDOUT_FILENO, STDERR_FILENO, output]
        )
        // While this process kept the descriptor open, the end of the shell would not be seen.
        close(output)
        guard Self.hasAnswered(answers) else {
            close(watch)
            throw Failure(description: "the server did not start; see \(folder)/log")
        }
    }

    private static func makePipe() -> (input: Int32, output: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        _ = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe bytes.withMemoryRebound(to: Int32.self) { unsafe pipe($0.baseAddress) }
        }
        _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends.1, F_SETFD, FD_CLOEXEC)
        return ends
    }

    deinit {
        close(watch)
        close(answers)
        shell.wait()
    }

    /// The shell script that creates the cluster, runs the server, and removes everything at the
    /// end.
    ///
    /// Each word on its input is an order: `stop` ends the server as a crash would, `start` starts
    /// it again, `hang` cuts its connections and lets new ones wait until `resume`, `promote` turns
    /// a standby into a primary, `set` changes a setting, `create` creates a database, and `pool`
    /// starts a pooler. The script confirms each order by a byte on
    /// descriptor 3.
    private static let script = """
        programs=$1 folder=$2 primary=$3
        pooler= PATH=$PATH:/usr/sbin:/opt/homebrew/bin
        user=
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$folder"
            user="setpriv --reuid=postgres --regid=postgres --init-groups"
        fi
        cd "$folder"
        exec >log 2>&1
        if [ "$primary" ]; then
            $user "$programs/pg_basebackup" -D "$folder/data" -h "$primary" -U recado -R \\
                --checkpoint=fast --no-sync 3>&-
        else
            $user "$programs/initdb" -D "$folder/data" -U recado -A trust --no-sync -E UTF8 \\
                --locale=C 3>&-
        fi
        start() {
            $user "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= \\
                -c fsync=off -c synchronous_commit=on -c max_connections=500 \\
                -c shared_buffers=32MB -c deadlock_timeout=200ms </dev/null 3>&- &
            server=$!
            until "$programs/pg_isready" -q -h "$folder" -U recado -d postgres; do
                kill -0 $server || return
                sleep 0.05
            done
        }
        kill_all() {
            children=$(pgrep -P "$server")
            kill -9 "$server" $children 2>/dev/null
            wait "$server"
        }
        start
        printf x >&3
        while read -r order name; do
            case $order in
            stop) kill_all ;;
            start) start ;;
            hang)
                children=$(pgrep -P "$server")
                kill -STOP "$server"
                kill -9 $children
                ;;
            resume) kill -CONT "$server" ;;
            promote) $user "$programs/pg_ctl" -D "$folder/data" -w promote 3>&- ;;
            pool)
                printf '%s\\n' '[databases]' "* = host=$folder" '[pgbouncer]' \\
                    "unix_socket_dir = $folder" 'listen_port = 6432' 'auth_type = trust' \\
                    "auth_file = $folder/users" \\
                    "pool_mode = $name" "logfile = $folder/pooler" >"$folder/pooler.ini"
                echo '"recado" ""' >"$folder/users"
                touch "$folder/pooler"
                chmod 666 "$folder/pooler"
                $user pgbouncer -q "$folder/pooler.ini" </dev/null 3>&- &
                pooler=$!
                until "$programs/pg_isready" -q -h "$folder" -p 6432 -U recado -d postgres; do
                    kill -0 $pooler || break
                    sleep 0.05
                done
                ;;
            set)
                echo "$name" >>"$folder/data/postgresql.auto.conf"
                kill -HUP "$server"
                ;;
            create) "$programs/createdb" -h "$folder" -U recado "$name" </dev/null ;;
            esac
            printf x >&3
        done
        kill -QUIT "$server" $pooler
        wait "$server"
        cd /
        rm -rf "$folder"
        """

    // MARK: - Databases

    private let lastDatabase = Atomic(0)

    /// Creates an empty database, and returns its address.
    package func makeDatabase() throws -> String {
        let name = "test\(lastDatabase.add(1, ordering: .relaxed).newValue)"
        guard order("create \(name)") else {
            throw Failure(description: "the database \(name) cannot be made")
        }
        return "postgresql:///\(name)?host=\(folder)&user=recado"
    }

    /// Starts PgBouncer in front of the server, on another port in the same folder.
    ///
    /// - Parameter mode: The mode of its pools, such as `transaction`.
    /// - Throws: A ``Failure`` if PgBouncer does not start.
    package func startPooler(_ mode: String) throws {
        guard order("pool \(mode)") else { throw Failure(description: "no pooler was started") }
    }

    /// True if PgBouncer is installed.
    package static var hasPooler: Bool {
        unsafe access("/usr/sbin/pgbouncer", X_OK) == 0
            || access("/opt/homebrew/bin/pgbouncer", X_OK) == 0
    }

    // MARK: - Faults

    /// Ends all processes of the server at once, as in a power failure.
    package func crash() { _ = order("stop") }

    /// Starts the server again, and returns when it accepts clients.
    package func restart() { _ = order("start") }

    /// Cuts all connections; new ones are accepted, but not answered until ``resume()``.
    package func hang() { _ = order("hang") }

    /// Ends ``hang()``.
    package func resume() { _ = order("resume") }

    /// Changes a setting of the server, such as `work_mem = '1MB'`, which takes effect a moment
    /// later.
    package func set(_ line: String) { _ = order("set \(line)") }

    /// Turns a standby into a primary, and returns when it accepts writes.
    package func promote() { _ = order("promote") }

    /// Sends an order to the shell, and waits until it is carried out.
    private func order(_ line: String) -> Bool {
        turn.withLock { count in
            count += 1
            let bytes = Array("\(line)\n".utf8)
            let written = unsafe bytes.withUnsafeBytes {
                unsafe write(watch, $0.baseAddress, $0.count)
            }
            return written == bytes.count && Self.hasAnswered(answers)
        }
    }

    private static func hasAnswered(_ answers: Int32) -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(answers, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1
        }
    }
}
