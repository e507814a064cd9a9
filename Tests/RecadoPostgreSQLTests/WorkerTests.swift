// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Testing

@testable import RecadoPostgreSQL

@Suite struct `The thread of a connection` {
    @Test func `accepts no work after it has ended`() throws {
        // No server listens on this port.
        let address = try ServerAddress("postgresql://127.0.0.1:1/none", options: .init())
        let pool = try Pool(address, PostgreSQLStore.Options())
        let worker = Worker(PoolState.ConnectionID(number: 1), pool, try WakeupPipe())
        #expect(worker.give(.check))
        worker.work()
        #expect(worker.give(.check) == false)
        pool.stop()
    }
}
