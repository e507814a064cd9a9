// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Writes a document while the model encodes itself, in the order in which it does so.
///
/// Frames are the objects and arrays now open, outermost first. The containers that models hold are
/// only tokens: the level of a frame and its serial number. The rules:
///
/// 1. What is written last is always the innermost open frame, `frames[top - 1]`.
/// 2. `place` is the serial number of a value that is due at the end of the output and has not begun,
///    or 0; `.max` while nothing may be written. While a value is due, only a token with that number may begin it.
/// 3. `base` is the level of the innermost value whose `encode(to:)` is running. Frames below it
///    belong to values further out and are not touched before it returns.
/// 4. Using a container against this order (rules 1 to 3) spoils the value that owns it: nothing more
///    is written until the innermost value that contains the spoilt level returns. That value is then
///    taken back and encoded again through a tree, which accepts any order (`Writer+Values`).
/// 5. When an encoding call throws, everything it wrote is taken back before the error goes on: the
///    model may swallow it.
final class Writer<Target: Sink> {
    // Exclusive access is not checked at run time, which took 40 % of the time: every access below is a
    // short one within this file and its extensions, and no code of a model or of another thread runs
    // during one. The output and the frames are the only parts that are passed on, to a sink, which
    // knows nothing of the writer.
    @safe @exclusivity(unchecked) var sink: Target
    @safe @exclusivity(unchecked) var output: Output
    let userInfo: [CodingUserInfoKey: any Sendable]
    let sortsKeys: Bool
    let depthLimit: Int
    let strategies: CodingStrategies
    /// Whether all strategies are the defaults.
    let isPlain: Bool
    /// Whether booleans are written as numbers.
    let writesNumericBooleans: Bool

    @safe @exclusivity(unchecked) var frames: FrameStack
    @safe @exclusivity(unchecked) var top = 0
    @safe @exclusivity(unchecked) var base = 0
    @safe @exclusivity(unchecked) var place: UInt32 = 0
    @safe @exclusivity(unchecked) var latestSerial: UInt32 = 0
    /// The level that was used out of order, or -1.
    @safe @exclusivity(unchecked) var spoiltLevel = -1
    /// What makes the whole document impossible.
    @safe @exclusivity(unchecked) var failure: CodingFailure?
    /// Where the error that is on its way came from.
    var trace: Trace?

    /// The place of an error, valid while nothing has been written since it was thrown.
    struct Trace {
        var length: Int
        let pointer: String
    }

    init(_ sink: Target, options: WritingOptions, output: Output, frames: FrameStack) {
        self.sink = sink
        self.output = output
        self.frames = frames
        userInfo = options.userInfo
        sortsKeys = options.sortsKeys
        depthLimit = options.depth
        strategies = options.strategies
        isPlain = options.strategies.isDefault
        writesNumericBooleans = !isPlain && options.strategies.booleans.writesNumbers
    }

    /// Ends the writing: what the model kept of its containers is now void.
    func close() {
        output.release()
        frames.release()
        (top, base, place, spoiltLevel) = (0, 0, .max, 0)
    }

    // MARK: - Frames

    func nextSerial() -> UInt32 {
        latestSerial = latestSerial == .max - 2 ? 1 : latestSerial + 1
        return latestSerial
    }

    /// Opens an object or array at the end of the output.
    @inline(__always)
    func open(isObject: Bool, serial: UInt32) {
        frames.reserve(top &+ 1)
        var frame = Frame(serial: serial, isObject: isObject)
        sink.open(&frame, level: top, into: &output)
        frames[top] = frame
        top &+= 1
        place = 0
    }

    /// Whether one more frame may be opened; if not, the document fails.
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

    /// Closes frames until so many are left; a value that was promised and never came is `{}`.
    func closeFrames(downTo level: Int) {
        if place != 0, top > level { writeEmptyObject() }
        while top > level { closeFrame() }
    }

    func writeEmptyObject() {
        open(isObject: true, serial: nextSerial())
        closeFrame()
    }

    // MARK: - Order

    /// Whether a container may write now; closes what its model left open inside.
    @inline(__always)
    func enter(_ level: UInt32, _ serial: UInt32) throws -> Bool {
        let level = Int(truncatingIfNeeded: level)
        if top == level &+ 1, place == 0, frames[level].serial == serial { return true }
        return try enterSlowly(level, serial)
    }

    @inline(never)
    private func enterSlowly(_ level: Int, _ serial: UInt32) throws -> Bool {
        if let failure { throw failure }
        if spoiltLevel >= 0 { return false }
        guard level >= base, level < top, frames[level].serial == serial else {
            spoil(level)
            return false
        }
        closeFrames(downTo: level + 1)
        if place != 0 { writeEmptyObject() }
        return true
    }

    /// Takes note that a container of a level was used out of order.
    func spoil(_ level: Int) {
        guard spoiltLevel < 0 else { return }
        spoiltLevel = level
        // No token matches from here on, so that nothing more is written.
        top = 0
        place = .max
    }

    /// Whether a token may write the value that is due.
    @inline(__always)
    func claim(_ level: UInt32, _ serial: UInt32) throws -> Bool {
        if place == serial {
            place = 0
            return true
        }
        return try claimSlowly(Int(level))
    }

    @inline(never)
    private func claimSlowly(_ level: Int) throws -> Bool {
        if let failure { throw failure }
        spoil(level)
        return false
    }

    /// Begins a member.
    ///
    /// - Returns: The length of the output before it, or `nil` if its value must not be written.
    @inline(never)
    func begin(_ level: UInt32, _ serial: UInt32, _ name: String) throws -> Int? {
        guard try enter(level, serial) else { return nil }
        let (level, length) = (Int(truncatingIfNeeded: level), output.count)
        unsafe sink.name(name, in: &frames.place(level).pointee, level: level, into: &output)
        return length
    }

    /// Begins a member whose name is prepared.
    ///
    /// - Returns: The length of the output before it, or `nil` if its value must not be written.
    @inline(never)
    func begin(_ level: UInt32, _ serial: UInt32, _ name: KeyName) throws -> Int? {
        guard try enter(level, serial) else { return nil }
        let (level, length) = (Int(truncatingIfNeeded: level), output.count)
        unsafe sink.name(name, in: &frames.place(level).pointee, level: level, into: &output)
        return length
    }

    /// Begins a member.
    ///
    /// - Returns: The length of the output before it, or `nil` if its value must not be written.
    @inline(__always)
    func begin(
        _ token: Token<Target>,
        _ key: some CodingKey,
        _ names: KeyNames?
    ) throws -> Int? {
        if let names { return try begin(token.level, token.serial, names.name(of: key)) }
        let name = isPlain ? key.stringValue : name(of: key)
        let length = try begin(token.level, token.serial, name)
        if Target.self == XMLSink.self, length != nil { markNode(of: key) }
        return length
    }

    /// Takes note of what a key that is not prepared says of itself.
    private func markNode<Key: CodingKey>(of key: Key) {
        let role = MemberRole(saidBy: key)
        if role != .member { sink.mark(role) }
    }

    /// The name of a key whose names are not prepared.
    @inline(never)
    private func name<Key: CodingKey>(of key: Key) -> String {
        let isVerbatim = KeyKnowledge.with(Key.self) { $0.isVerbatim }
        return isVerbatim ? key.stringValue : strategies.keys.name(for: key.stringValue)
    }

    /// Begins an element.
    ///
    /// - Returns: The length of the output before it, or `nil` if its value must not be written.
    @inline(__always)
    func begin(_ level: UInt32, _ serial: UInt32) throws -> Int? {
        guard try enter(level, serial) else { return nil }
        let (level, length) = (Int(truncatingIfNeeded: level), output.count)
        unsafe sink.element(in: &frames.place(level).pointee, level: level, into: &output)
        return length
    }

    // MARK: - Containers

    /// The token of a new container in the place that is due, or a void one.
    func openContainer(isObject: Bool) -> Token<Target> {
        guard admitsFrame() else { return void }
        let token = Token(self, level: top, serial: nextSerial())
        open(isObject: isObject, serial: token.serial)
        return token
    }

    /// The token of the container of a value, which may have been asked for before.
    func openContainer(isObject: Bool, of value: Token<Target>) -> Token<Target> {
        let level = Int(truncatingIfNeeded: value.level)
        if place == value.serial, level == top {
            guard admitsFrame() else { return void }
            open(isObject: isObject, serial: value.serial)
            return value
        }
        if failure == nil, spoiltLevel < 0 {
            // A container that was asked for again is still the first one if nothing stands in it.
            let isFresh =
                top == level + 1 && place == 0 && frames[level].serial == value.serial
                && frames[level].isObject == isObject && frames[level].count == 0
            if isFresh { return value }
            spoil(level)
        }
        return void
    }

    /// The token of a value that is due in a frame, or a void one.
    func promise() -> Token<Target> {
        place = nextSerial()
        return Token(self, level: top, serial: place)
    }

    /// The number of elements of an array that is still open, or 0.
    func count(of token: Token<Target>) -> Int {
        let level = Int(token.level)
        return level < top && frames[level].serial == token.serial ? frames[level].count : 0
    }

    /// A token that may write nothing.
    var void: Token<Target> { Token(self, level: 0, serial: .max - 1) }
}
