// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Writes a document while the model encodes itself, in the model's own order.
///
/// Frames are the currently open objects and arrays, outermost first. The containers that models
/// hold are only tokens, which consist of the level and the serial number of a frame. The rules:
///
/// 1. Only the innermost open frame, `frames[top - 1]`, is written to.
/// 2. `place` is the serial number of a value that must be written next, or 0; it is `.max` while
///    nothing may be written. Only a token with that number may begin the value.
/// 3. `base` is the level of the innermost value whose `encode(to:)` is running. Frames below that
///    level belong to enclosing values and do not change until this `encode(to:)` returns.
/// 4. A model that uses a container against rules 1 to 3 invalidates the value that owns the
///    container: nothing more is written until the innermost running value that contains the
///    container returns. That value is then removed and encoded again through a tree, which accepts
///    any order (`Writer+Values`).
/// 5. When an encoding call throws, everything that it wrote is removed before the error
///    propagates, because the model may catch the error.
final class Writer<Target: Sink> {
    // Exclusive access is not checked at run time, because the checks took 40 % of the time. This
    // is safe: every access is short, and no code of a model or of another thread runs during one.
    // Only the output and the frames are passed on, to a sink, which has no access to the writer.
    @safe @exclusivity(unchecked) var sink: Target
    @safe @exclusivity(unchecked) var output: OutputBuffer
    @safe @exclusivity(unchecked) private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    @safe @exclusivity(unchecked) private(set) var sortsKeys = false
    @safe @exclusivity(unchecked) private(set) var depthLimit = 0
    @safe @exclusivity(unchecked) private(set) var strategies = CodingStrategies()
    /// True if all strategies have their default values.
    @safe @exclusivity(unchecked) private(set) var isPlain = true
    /// True if booleans are written as numbers.
    @safe @exclusivity(unchecked) private(set) var writesNumericBooleans = false

    @safe @exclusivity(unchecked) var frames: FrameStack
    @safe @exclusivity(unchecked) var top = 0
    @safe @exclusivity(unchecked) var base = 0
    @safe @exclusivity(unchecked) var place = UInt64.max
    @safe @exclusivity(unchecked) var latestSerial: UInt64 = 0
    /// The first serial number of the running encode call; tokens of earlier calls have smaller
    /// serial numbers.
    private let firstSerial = Atomic<UInt64>(1)
    /// The containers that are reused for further objects.
    @safe @exclusivity(unchecked) var containers = ContainerCache(meetings: 2)
    /// The used keys of the open object at each level, for keys that are not in a table of names.
    @safe @exclusivity(unchecked) var texts: [Set<[UInt8]>] = []
    /// The level whose container was used out of order, or -1.
    @safe @exclusivity(unchecked) var outOfOrderLevel = -1
    /// The error that fails the whole document, even if the model catches it.
    @safe @exclusivity(unchecked) var failure: CodingError?
    /// The position of the error that is being thrown.
    var trace: Trace?

    /// The position of an error, valid while nothing has been written since it was thrown.
    struct Trace {
        var length: Int
        let pointer: String
    }

    init(_ sink: Target, frames: FrameStack, output: OutputBuffer) {
        (self.sink, self.frames, self.output) = (sink, frames, output)
    }

    /// Begins an encode call.
    func begin(_ sink: Target, options: WritingOptions, output: OutputBuffer, frames: FrameStack) {
        (self.sink, self.output, self.frames) = (sink, output, frames)
        if !options.userInfo.isEmpty { userInfo = options.userInfo }
        sortsKeys = options.sortsKeys
        depthLimit = options.depth
        isPlain = options.strategies.isDefault
        if !isPlain {
            strategies = options.strategies
            writesNumericBooleans = options.strategies.booleans.writesNumbers
        }
        (top, base, place, outOfOrderLevel) = (0, 0, 0, -1)
    }

    /// Ends the encode call; containers that a model has kept throw from then on.
    func close() {
        firstSerial.store(latestSerial &+ 1, ordering: .relaxed)
        output.release()
        frames.release()
        (top, base, place, outOfOrderLevel) = (0, 0, .max, 0)
        containers.removeAll()
        if !texts.isEmpty { texts = [] }
        sink.forget()
        if !isPlain { (strategies, writesNumericBooleans) = (CodingStrategies(), false) }
        if !userInfo.isEmpty { userInfo = [:] }
        if failure != nil || trace != nil { (failure, trace) = (nil, nil) }
    }

    // MARK: - Frames

    func nextSerial() -> UInt64 {
        latestSerial &+= 1
        return latestSerial
    }

    /// Opens an object or array at the end of the output.
    @inline(__always)
    func open(isObject: Bool, serial: UInt64, value: UInt64) {
        frames.reserve(top &+ 1)
        var frame = Frame(serial: serial, value: value, isObject: isObject)
        sink.open(&frame, level: top, into: &output)
        frames[top] = frame
        top &+= 1
        place = 0
    }

    /// True if one more frame may be opened; otherwise the document fails as too deep.
    @inline(__always)
    func admitsFrame() -> Bool {
        if top < depthLimit { return true }
        failDepth()
        return false
    }

    @inline(never)
    private func failDepth() {
        if failure == nil {
            failure = .encodingTooDeep(limit: depthLimit, pointer: pointer(to: top))
        }
    }

    @inline(__always)
    func closeFrame() {
        top &-= 1
        sink.close(frames[top], level: top, into: &output)
    }

    /// Closes frames until `level` are left; writes `{}` for a value whose encoder the model
    /// requested but never used.
    func closeFrames(downTo level: Int) {
        if place != 0, top > level { writeEmptyObject() }
        while top > level { closeFrame() }
    }

    func writeEmptyObject() {
        open(isObject: true, serial: nextSerial(), value: 0)
        closeFrame()
    }

    // MARK: - Order

    /// Closes the open containers inside a given container, so that the given container can be
    /// written to; returns false if it must not be written to.
    @inline(__always)
    func enter(_ level: UInt32, _ serial: UInt64) throws -> Bool {
        let level = Int(truncatingIfNeeded: level)
        if isOfCall(serial), top == level &+ 1, place == 0, frames[level].serial == serial {
            return true
        }
        return try enterSlowly(level, serial)
    }

    /// True if a token belongs to the running encode call; a token of an earlier call may be
    /// checked on any thread.
    @inline(__always)
    func isOfCall(_ serial: UInt64) -> Bool {
        serial >= firstSerial.load(ordering: .relaxed)
    }

    static var staleError: EncodingError {
        let text = "An encoder was used after its encode call had ended."
        return .invalidValue(text, EncodingError.Context(codingPath: [], debugDescription: text))
    }

    @inline(never)
    private func enterSlowly(_ level: Int, _ serial: UInt64) throws -> Bool {
        guard isOfCall(serial) else { throw Self.staleError }
        if let failure { throw failure }
        if outOfOrderLevel >= 0 { return false }
        guard level >= base, level < top, frames[level].serial == serial else {
            markOutOfOrder(level)
            return false
        }
        closeFrames(downTo: level + 1)
        if place != 0 { writeEmptyObject() }
        return true
    }

    /// Records that a container at a level was used out of order.
    func markOutOfOrder(_ level: Int) {
        guard outOfOrderLevel < 0 else { return }
        outOfOrderLevel = level
        // With these values no token matches, so that nothing more is written.
        top = 0
        place = .max
    }

    /// Begins the value of a token if that value must be written next; otherwise returns false.
    @inline(__always)
    func claim(_ level: UInt32, _ serial: UInt64) throws -> Bool {
        if place == serial {
            place = 0
            return true
        }
        return try claimSlowly(Int(level), serial)
    }

    @inline(never)
    private func claimSlowly(_ level: Int, _ serial: UInt64) throws -> Bool {
        guard isOfCall(serial) else { throw Self.staleError }
        if let failure { throw failure }
        markOutOfOrder(level)
        return false
    }

    /// Begins an element.
    ///
    /// - Returns: The length of the output before the element, or `nil` if the element must not be
    ///   written.
    @inline(__always)
    func begin(_ level: UInt32, _ serial: UInt64) throws -> Int? {
        guard try enter(level, serial) else { return nil }
        let (level, length) = (Int(truncatingIfNeeded: level), output.count)
        sink.element(in: &frames[level], level: level, into: &output)
        return length
    }

    // MARK: - Containers

    /// Opens a container at the current position; returns its token, or a token that cannot write
    /// if the nesting is too deep.
    func openContainer(isObject: Bool) -> Token<Target> {
        let token = Token(self, level: top, serial: nextSerial())
        guard admitsFrame() else { return void(after: token) }
        open(isObject: isObject, serial: token.serial, value: 0)
        return token
    }

    /// Returns the token of a value's container, and opens the container unless it was requested
    /// before.
    func openContainer(isObject: Bool, of value: Token<Target>) -> Token<Target> {
        guard isOfCall(value.serial) else { return void(after: value) }
        let level = Int(truncatingIfNeeded: value.level)
        if place == value.serial, level == top {
            guard admitsFrame() else { return void(after: value) }
            open(isObject: isObject, serial: value.serial, value: value.serial)
            return value
        }
        if failure == nil, outOfOrderLevel < 0 {
            // If nothing has been written to a container, another request returns the same one.
            let isFresh =
                top == level + 1 && place == 0 && frames[level].value == value.serial
                && frames[level].isObject == isObject && frames[level].count == 0
            if isFresh { return Token(self, level: level, serial: frames[level].serial) }
            markOutOfOrder(level)
        }
        return void(after: value)
    }

    /// Opens the object of a value at the current position, if a cached container exists for it.
    @inline(__always)
    func reopen(_ value: Token<Target>, keyedBy type: Any.Type) -> KeptContainer? {
        // Two values of one type may be open at once, such as after `superEncoder`; they cannot
        // share a container.
        guard place == value.serial, base == top, top < depthLimit,
            let (container, serial, _) = containers.find(type, level: top)
        else { return nil }
        open(isObject: true, serial: serial, value: value.serial)
        return container
    }

    /// Opens the object of a value and creates a keyed container for it.
    @inline(never)
    func newContainer<Key: CodingKey>(
        of value: Token<Target>,
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        let isOwn = place == value.serial && base == top
        let token = openContainer(isObject: true, of: value)
        let container = Target.members(of: token, keyedBy: type)
        // A container whose keys are paths is not kept: when it was created, `outOfOrderLevel` was
        // set, so the value is encoded again.
        if isOwn, token.serial == value.serial, outOfOrderLevel < 0,
            containers.wants(level: Int(token.level)),
            let place = containers.place(type, level: Int(token.level))
        {
            containers.keep(container, at: place, serial: token.serial)
        }
        return container
    }

    /// Creates the token of a value whose encoder the model has requested; it must be written next.
    func promise() -> Token<Target> {
        place = nextSerial()
        return Token(self, level: top, serial: place)
    }

    /// Returns the number of elements of an array that is still open, or 0.
    func count(of token: Token<Target>) -> Int {
        let level = Int(token.level)
        let isOpen = isOfCall(token.serial) && level < top
        return isOpen && frames[level].serial == token.serial ? frames[level].count : 0
    }

    /// Returns a token that cannot write, for a container that was used out of order or after its
    /// encode call.
    func void(after token: Token<Target>) -> Token<Target> {
        Token(self, level: 0, serial: isOfCall(token.serial) ? nextSerial() : token.serial)
    }
}

extension Token {
    /// The coding path of the token's container or value; empty after the encode call.
    var path: [any CodingKey] {
        with { $0.isOfCall(serial) ? $0.path(to: Int(level)) : [] }
    }

    /// The `userInfo` that the caller of the running encode call provides to models.
    var userInfo: [CodingUserInfoKey: Any] {
        with { $0.isOfCall(serial) ? $0.userInfo as [CodingUserInfoKey: Any] : [:] }
    }
}
