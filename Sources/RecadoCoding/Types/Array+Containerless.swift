// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Array: ContainerlessDecodable where Element: Decodable {
    static func read(_ context: TreeDecoder, _ index: Int) throws -> [Element] {
        try read(context, index) { try $0.value(Element.self, $1) }
    }

    /// Reads each element with the given function, directly into the memory of the array.
    @inline(__always)
    static func read(
        _ context: TreeDecoder,
        _ index: Int,
        _ element: (TreeDecoder, Int) throws -> Element
    ) throws -> [Element] {
        if Element.self == UInt8.self, let bytes = try context.rawBytes(index),
            let elements = same(bytes, as: [Element].self)
        {
            return elements
        }
        let node = context.node(index)
        // An empty array is excluded, because the standard library (6.3) would write its count into
        // the empty array that all threads share.
        guard node.kind == .array, node.count > 0,
            hasRoom(for: node.count, of: context.state.view.bytes.count)
        else { return try readEach(context, index, element) }
        // Writing to a span would take five per cent longer.
        return try unsafe [Element](unsafeUninitializedCapacity: node.count) { room, count in
            // The count is correct after each element, even if the next element throws.
            var next = index + 1
            var kept = context.beginReleasing(at: index) ?? .max
            while next < node.end, count < room.count {
                unsafe room.initializeElement(at: count, to: try element(context, next))
                count += 1
                next = context.end(of: next)
                if next > kept { kept = context.release(before: next, elements: count) }
            }
        }
    }

    /// True if memory for all elements may be reserved before any element is read.
    ///
    /// A model may take far more memory than its text, so reserving memory for a short text could
    /// cause a large allocation.
    static func hasRoom(for count: Int, of bytes: Int) -> Bool {
        let needed = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        return !needed.overflow && needed.partialValue / 16 <= bytes
    }

    /// Reads the elements of a list in any format, with memory that grows as needed.
    @inline(never)
    private static func readEach(
        _ context: TreeDecoder,
        _ index: Int,
        _ element: (TreeDecoder, Int) throws -> Element
    ) throws -> [Element] {
        guard var places = context.elements(of: index) else {
            throw context.mismatch(Self.self, index)
        }
        var elements: [Element] = []
        if hasRoom(for: places.count, of: context.state.view.bytes.count) {
            elements.reserveCapacity(places.count)
        }
        while let next = places.entered(in: context) {
            elements.append(try element(context, next))
            places.advance(in: context)
        }
        return elements
    }

    static var absent: [Element]? { [] }
}

extension Array: ContainerlessEncodable where Element: Encodable {
    static func write(_ value: [Element], to writer: Writer<JSONSink>) throws {
        try writer.writeWhole(value, isObject: false) { token in
            try unsafe value.withUnsafeBufferPointer { elements in
                guard let start = elements.baseAddress else { return }
                // Nothing is written through this pointer; it only avoids a copy of each element.
                let places = unsafe UnsafeMutablePointer(mutating: start)
                for index in 0..<elements.count {
                    try unsafe writer.write(element: &places[index], of: token)
                }
            }
        }
    }
}
