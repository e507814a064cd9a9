// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The template of a service that keeps its data in memory.
extension ProjectTemplate {
    /// The source file of this service.
    static let memoryService = #"""
        import __TYPE__API
        import RecadoDocumentation
        import RecadoServer

        /// The answers to the calls. The items are kept in memory and lost when the process ends.
        actor __TYPE__Service {
            private var items: [Int: Item] = [:]
            private var lastID = 0

            /// The handler of a server: the calls, and pages about them at `/__NAME__/docs`.
            nonisolated func application() throws -> Application {
                var service = Service(api)
                service.serve(list)
                service.serve(show)
                service.serve(add)
                service.serve(remove)
                return try Application([service], pages: Documentation(of: [service]).pages)
            }

            private func list(_ call: ListItems) async -> [Item] {
                let all = items.values.sorted { $0.id < $1.id }
                return Array(all.prefix(call.limit?.wrappedValue ?? 20))
            }

            private func show(_ call: ShowItem) async throws(ItemFailure) -> Item {
                guard let item = items[call.id] else { throw .noSuchItem }
                return item
            }

            private func add(_ call: AddItem) async -> Item {
                lastID += 1
                let item = Item(id: lastID, name: call.item.name)
                items[item.id] = item
                return item
            }

            private func remove(_ call: RemoveItem) async throws(ItemFailure) -> NoContent {
                guard items.removeValue(forKey: call.id) != nil else { throw .noSuchItem }
                return NoContent()
            }
        }
        """#
}
