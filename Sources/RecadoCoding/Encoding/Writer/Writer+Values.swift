// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Writer {
    // MARK: - Any value

    /// Writes a value of any type at the current position.
    @inline(__always)
    func write<Model: Encodable>(_ value: Model) throws {
        let way = EncodingTraits.of(Model.self).with(\.writing)
        if way != .own, try Target.writeKnown(value, way, to: self) { return }
        try Target.writeModel(value, to: self)
    }

    /// Writes a value of any type at the current position, without copying it first.
    @inline(__always)
    func write<Model: Encodable>(inPlace value: inout Model) throws {
        let way = EncodingTraits.of(Model.self).with(\.writing)
        if way != .own, try Target.writeKnown(value, way, to: self) { return }
        try Target.writeModel(inPlace: &value, to: self)
    }

    /// Writes a value of a type for which the module has its own method, such as a scalar; returns
    /// false if the value must be written by its `encode(to:)`.
    @inline(__always)
    func writeByFormat<Model: Encodable>(
        _ value: Model,
        _ way: EncodingTraits.Way
    ) throws -> Bool {
        switch way {
        case .own:
            return false
        case .whole:
            return try Target.writeWhole(value, to: self)
        case .scalar:
            guard let scalar = try scalar(of: value) else { return false }
            try write(scalar)
            return true
        case .strings:
            guard let list = same(value, as: [String].self) else { return false }
            writeList(list) { writer, element in
                writer.sink.text(element, into: &writer.output)
            }
            return failure == nil
        case .ints:
            guard let list = same(value, as: [Int].self) else { return false }
            writeList(list) { writer, element in
                writer.sink.signed(Int64(element), into: &writer.output)
            }
            return failure == nil
        case .doubles:
            // A list with an infinity or NaN uses the general method, which reports the position of
            // that element.
            guard let list = same(value, as: [Double].self), list.allSatisfy(\.isFinite) else {
                return false
            }
            writeList(list) { writer, element in
                writer.sink.double(element, into: &writer.output)
            }
            return failure == nil
        }
    }

    @inline(__always)
    private func scalar<Model: Encodable>(of value: Model) throws -> Scalar? {
        do throws(Scalar.WritingError) {
            return try Scalar(value, strategies)
        } catch {
            throw unwritable(value, error)
        }
    }

    /// Writes an array whose elements have one of the common types.
    @inline(__always)
    private func writeList<Element>(_ list: [Element], _ body: (Writer, Element) -> Void) {
        guard admitsFrame() else { return }
        let level = top
        open(isObject: false, serial: nextSerial(), value: 0)
        for element in list {
            sink.element(in: &frames[level], level: level, into: &output)
            body(self, element)
        }
        closeFrame()
    }

    /// Writes a Boolean at the current position.
    @inline(__always)
    func write(_ value: Bool) {
        if writesNumericBooleans { return sink.signed(value ? 1 : 0, into: &output) }
        sink.bool(value, into: &output)
    }

    /// Writes a text at the current position.
    @inline(__always)
    func write(_ value: String) { sink.text(value, into: &output) }

    /// Writes an integer of at most 64 bits at the current position.
    @inline(__always)
    func write<Integer: FixedWidthInteger>(integer value: Integer) {
        if Integer.isSigned {
            sink.signed(Int64(truncatingIfNeeded: value), into: &output)
        } else {
            sink.unsigned(UInt64(truncatingIfNeeded: value), into: &output)
        }
    }

    /// Writes a scalar at the current position.
    @inline(__always)
    func write(_ scalar: Scalar) throws {
        switch scalar {
        case .null: sink.null(into: &output)
        case .bool(let value): write(value)
        case .signed(let value): sink.signed(value, into: &output)
        case .unsigned(let value): sink.unsigned(value, into: &output)
        case .double(let value):
            guard value.isFinite else { return try writeNonFinite(value) }
            sink.double(value, into: &output)
        case .float(let value):
            guard value.isFinite else { return try writeNonFinite(value) }
            sink.float(value, into: &output)
        case .number(let digits): sink.number(digits, into: &output)
        case .text(let value): sink.text(value, into: &output)
        case .date(let value): sink.date(value, into: &output)
        }
    }

    /// Writes the text that represents an infinity or NaN; throws if the strategy has none.
    @inline(never)
    private func writeNonFinite<Number: BinaryFloatingPoint>(_ value: Number) throws {
        guard let text = strategies.nonFiniteNumbers.text(for: Double(value)) else {
            throw unwritable(value, .notFinite)
        }
        sink.text(text, into: &output)
    }

    // MARK: - Models

    /// Writes a value by running its `encode(to:)`.
    @inline(__always)
    func runModel<Model: Encodable>(_ value: Model) throws {
        let (level, start) = (top, output.count)
        if try run({ try value.encode(to: $0) }) { return }
        try finish(value, level: level, start: start)
    }

    /// Writes a value by running its `encode(to:)`, without copying it first.
    @inline(__always)
    func runModel<Model: Encodable>(inPlace value: inout Model) throws {
        let (level, start) = (top, output.count)
        if try run({ try value.encode(to: $0) }) { return }
        try finish(value, level: level, start: start)
    }

    /// Runs the `encode(to:)` of a value; returns true if it used its containers in order.
    @inline(__always)
    private func run(_ encode: (any Encoder) throws -> Void) throws -> Bool {
        let (level, outer) = (top, base)
        let serial = nextSerial()
        place = serial
        base = level
        do {
            try encode(Target.encoder(for: Token(self, level: level, serial: serial)))
        } catch {
            base = outer
            if outOfOrderLevel < level { throw error }
        }
        base = outer
        guard place == 0, outOfOrderLevel < 0 else { return false }
        if top == level &+ 1 {
            closeFrame()
            return true
        }
        return top == level
    }

    /// Ends a value that left several frames open, wrote nothing, or used its containers out of
    /// order.
    @inline(never)
    func finish<Model: Encodable>(_ value: Model, level: Int, start: Int) throws {
        if let failure { throw failure }
        // If the misused container belongs to an enclosing value, nothing is done here: the
        // enclosing value is encoded again when it ends, and this value is a part of it.
        guard outOfOrderLevel < 0 || outOfOrderLevel >= level else { return }
        if outOfOrderLevel >= 0 {
            try encodeAgain(value, level: level, start: start)
            return
        }
        closeFrames(downTo: level)
        if place != 0 { writeEmptyObject() }
    }

    /// Removes a value from the output and encodes it through a tree, which accepts any order.
    private func encodeAgain<Model: Encodable>(_ value: Model, level: Int, start: Int) throws {
        output.truncate(to: start)
        top = level
        sink.takeBack(to: level, in: output)
        // No token may write while the tree is built.
        place = .max
        defer {
            outOfOrderLevel = -1
            top = level
            place = 0
        }
        let tree = try makeTree(of: value)
        (top, place, outOfOrderLevel) = (level, 0, -1)
        try write(tree)
    }

    /// Encodes a value into a tree.
    func makeTree<Model: Encodable>(of value: Model) throws -> EncodedTree {
        let builder = EncodedTree.Builder(
            userInfo: userInfo,
            strategies: strategies,
            depthLimit: depthLimit,
            path: path(to: top)
        )
        do {
            return try builder.build(value)
        } catch {
            trace = Trace(length: output.count, pointer: builder.failurePointer)
            throw error
        }
    }

    /// Writes an encoded tree at the current position.
    func write(_ tree: EncodedTree) throws {
        switch tree.content {
        case .scalar(let scalar):
            try write(scalar)
        case .object(let members):
            let level = top
            open(isObject: true, serial: nextSerial(), value: 0)
            for (name, member) in sortsKeys ? members.sorted : members.list {
                sink.name(
                    name,
                    in: &frames[level],
                    level: level,
                    into: &output
                )
                if member.role != .member { sink.mark(member.role) }
                try write(member)
            }
            closeFrame()
        case .array(let elements):
            let level = top
            open(isObject: false, serial: nextSerial(), value: 0)
            for element in elements {
                sink.element(in: &frames[level], level: level, into: &output)
                try write(element)
            }
            closeFrame()
        case .nothing:
            writeEmptyObject()
        }
    }
}
