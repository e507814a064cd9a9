// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoStore

/// The clock by which all servers with the same database measure time: the database's own.
///
/// Clocks of servers usually differ by seconds, and by minutes if they are not synchronized.
package struct StoreClock: Sendable {
    /// Returns an SQL expression for the microseconds since 1970.
    let now: @Sendable () -> Statement

    /// Creates the clock of a database.
    ///
    /// PostgreSQL has a clock of its own. All servers that use a SQLite file run on one machine, so
    /// that machine's clock is used, except in a simulation.
    init(of store: any Store) {
        switch store.dialect {
        case .sqlite where store is any RemoteDatabase:
            // Julian days begin 2440587.5 days before 1970. The result is exact to 40 µs; `subsec`
            // would need SQLite 3.42.
            self.init(now: {
                "CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)"
            })
        case .postgreSQL:
            self.init(now: { "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)" })
        case .sqlite: self.init(microseconds: Self.machineMicroseconds)
        }
    }

    /// Creates a clock that reads the time with a function.
    package init(microseconds: @escaping @Sendable () -> Int64) {
        self.init(now: { "CAST(\(microseconds()) AS BIGINT)" })
    }

    private init(now: @escaping @Sendable () -> Statement) {
        self.now = now
    }

    /// Returns the microseconds since 1970 by this machine's clock.
    static func machineMicroseconds() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

extension Duration {
    /// The duration in whole microseconds.
    var inMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
