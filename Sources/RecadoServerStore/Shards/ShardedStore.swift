// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoStore

/// The databases over which a service's data is divided, for use in handlers.
///
/// ```swift
/// let score = try await shards[call].read { try $0.score(call.id) }
/// let best = try await shards.readAll { try $0.topScores() }
/// ```
///
/// Each transaction uses one of the databases. ``readAll(_:)`` reads all of them at the same time,
/// each in its own snapshot. With a single database, everything works as without this type.
public struct ShardedStore: Sendable {
    /// The databases, in the order of the slots (`ShardKey.slot`) that they hold.
    public let shards: [ReportingStore]

    /// Creates a sharded store.
    ///
    /// - Parameters:
    ///   - first: The database of the first slots.
    ///   - others: The other databases, in an order that must never change; none by default. The
    ///     slots are divided evenly if the number of databases is a power of two; of more than 64
    ///     databases, some have no slots.
    public init(_ first: ReportingStore, _ others: [ReportingStore] = []) {
        shards = [first] + others
    }

    /// True if there are several databases.
    public var isDivided: Bool { shards.count > 1 }

    /// The database that holds the data of a key.
    public subscript(key: ShardKey) -> ReportingStore {
        shards[key.slot * shards.count / ShardKey.slots]
    }

    /// The database that holds the data of a call, according to its shard key.
    public subscript(call: some ShardedEndpoint) -> ReportingStore { self[call.shardKey] }

    /// Reads from all databases at the same time.
    ///
    /// - Parameter body: Reads; it may be called several times.
    /// - Returns: The results, in the order of the databases.
    /// - Throws: The problem for an error of one of the databases.
    public func readAll<Value: Sendable>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Never>)
            throws(TransactionError<Never>) -> Value
    ) async throws(HandlerError<Never>) -> [Value] {
        if !isDivided { return [try await shards[0].read(body)] }
        let results = await withTaskGroup { group in
            for (place, shard) in shards.enumerated() {
                group.addTask { (place, await Self.result(body, in: shard)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var values: [Value] = []
        for place in shards.indices {
            if let result = results[place] { values.append(try result.get()) }
        }
        return values
    }

    private static func result<Value: Sendable>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Never>)
            throws(TransactionError<Never>) -> Value,
        in shard: ReportingStore
    ) async -> Result<Value, HandlerError<Never>> {
        do throws(HandlerError<Never>) {
            return .success(try await shard.read(body))
        } catch {
            return .failure(error)
        }
    }
}
