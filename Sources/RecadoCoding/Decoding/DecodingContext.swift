// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What the decoders and containers of one decode call share, behind one pointer.
///
/// Containers are made and dropped by the thousand; counting references to shared state would be the
/// largest cost after the standard library's own. Hence these rules:
///
/// 1. The state lives in memory that is recycled from call to call and never freed.
/// 2. Its pointers into the document are valid only while a call runs. Each call has a number of its
///    own; a container compares it before it touches the document.
/// 3. A container that a model has kept beyond its call therefore fails with an error, at worst.
@safe
struct DecodingContext {
    let state: UnsafeMutablePointer<State>

    @safe
    struct State: ~Copyable {
        /// The number of the call; odd while one runs.
        let generation = Atomic<UInt32>(0)
        var nodes: UnsafePointer<Document.Node>
        var bytes: UnsafePointer<UInt8>
        var side: UnsafePointer<UInt8>
        var nodeCount = 0
        var byteCount = 0
        var sideCount = 0
        /// Where a small document is parsed into, which then needs no memory of its own.
        let room: UnsafeMutableBufferPointer<Document.Node>
        var notation = Document.Notation.json
        /// Whether there is a strategy other than the defaults.
        var hasStrategies = false
        /// Whether texts lose the white space around them.
        var trimsTexts = false
        /// The element of a list of XML that was read last, so that a list in it is known for one.
        var item = -1
        var choices = DecodingChoices()
        /// Whether names are made of keys by a rule.
        var convertsKeys = false
        /// Whether texts that stand for infinities and NaN do not begin with a digit.
        var expectsWords = true
        /// Whether the document holds the content of an element of XML.
        var holdsContent = false
        /// The document, for what is rare: paths and errors; of a small one it is made when asked for.
        var document: Document?
        /// Where lookups in objects go on; found by the index of the object.
        let slots: UnsafeMutablePointer<KeySlot>
        /// Where lookups in large objects go on whose slot another one has.
        var keptSlots: [UInt32: KeySlot] = [:]
        /// The hashed keys of large objects.
        var indexes: [UInt32: KeyIndex] = [:]
        /// The hashed names of large elements.
        var names: [UInt32: XMLNameIndex] = [:]
        /// In XML, the keys of siblings far apart: where the next of the same name is.
        var siblings: [UInt32: UInt32] = [:]
        /// How types are read that are not left to their own `init(from:)`.
        let types: UnsafeMutablePointer<TypeEntry>
        /// The innermost value whose model threw an error of its own.
        var failed: Int?
        /// The object whose members may all be missing, or -1, and how many of them were found.
        var probed = -1
        var hits = 0
        /// Whether the document has resources, and what is remembered of them.
        var holdsResources = false
        var resources: ResourceTable?
        var resourceDepth = 0
        var reading = ResourceReading()
        /// What is done with types that are left to their own `init(from:)`.
        let ownReading: TypeReading

        /// The entries of each table; powers of two.
        static let slotCount = 64
        static let typeCount = 256
        /// The places in which a type may stand; a power of two.
        static let typeNeighbours = 16
        /// The nodes of a small document: 8 KiB, kept for each call that ever ran beside others.
        static let roomCount = 512

        init(_ ownReading: TypeReading) {
            self.ownReading = ownReading
            // Nothing is read through these three before a call sets them.
            let nowhere = UnsafeMutablePointer<KeySlot>.allocate(capacity: Self.slotCount)
            unsafe nowhere.initialize(repeating: KeySlot(), count: Self.slotCount)
            unsafe slots = nowhere
            unsafe types = .allocate(capacity: Self.typeCount)
            unsafe types.initialize(repeating: TypeEntry(), count: Self.typeCount)
            unsafe nodes = UnsafeRawPointer(nowhere).assumingMemoryBound(to: Document.Node.self)
            unsafe bytes = UnsafeRawPointer(nowhere).assumingMemoryBound(to: UInt8.self)
            unsafe side = bytes
            unsafe room = .allocate(capacity: Self.roomCount)
        }
    }

    /// The number of the running call.
    @inline(__always) var generation: UInt32 {
        unsafe state.pointee.generation.load(ordering: .relaxed)
    }

    /// Fails if the call that a container belongs to is over.
    @inline(__always)
    func check(_ number: UInt32) throws {
        if number != generation { throw Self.staleError }
    }

    private static var staleError: DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: [],
                debugDescription: "A decoder was used after its decode call had ended."
            )
        )
    }

    // MARK: - Reading the tree

    @inline(__always)
    func node(_ index: Int) -> Document.Node { unsafe state.pointee.nodes[index] }

    /// The index behind the subtree of a node.
    @inline(__always)
    func end(of index: Int) -> Int {
        let node = node(index)
        return node.isContainer ? node.end : index &+ 1
    }

    /// The address of the bytes of a node.
    @inline(__always)
    func bytes(of node: Document.Node) -> UnsafePointer<UInt8> {
        unsafe (node.flags.contains(.side) ? state.pointee.side : state.pointee.bytes)
            + Int(node.offset)
    }

    /// The bytes of a key, a text or a string.
    @inline(__always)
    func slice(of node: Document.Node) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: bytes(of: node), count: node.length)
    }

    /// All bytes that the node's offset counts in.
    @inline(__always)
    func source(of node: Document.Node) -> Source { node.flags.contains(.side) ? side : source }

    /// The source of the document.
    @inline(__always) var source: Source {
        let (base, count) = unsafe (state.pointee.bytes, state.pointee.byteCount)
        return unsafe Source(UnsafeBufferPointer(start: base, count: count))
    }

    /// The texts that do not stand in the source as they are.
    @inline(__always) var side: Source {
        let (base, count) = unsafe (state.pointee.side, state.pointee.sideCount)
        return unsafe Source(UnsafeBufferPointer(start: base, count: count))
    }

    @inline(__always) var isUntyped: Bool { unsafe state.pointee.notation != .json }
    @inline(__always) var isXML: Bool { unsafe state.pointee.notation == .xml }
    /// Whether members are found otherwise than by the texts of their keys.
    @inline(__always) var hasRules: Bool { isXML || hasStrategies }
    @inline(__always) var hasStrategies: Bool { unsafe state.pointee.hasStrategies }
    @inline(__always) var convertsKeys: Bool { unsafe state.pointee.convertsKeys }
    @inline(__always) var expectsWords: Bool { unsafe state.pointee.expectsWords }
    @inline(__always) var holdsContent: Bool { unsafe state.pointee.holdsContent }
    @inline(__always) var trimsTexts: Bool { unsafe state.pointee.trimsTexts }
    @inline(__always) var choices: DecodingChoices { unsafe state.pointee.choices }
    var failed: Int? { unsafe state.pointee.failed }
}

// MARK: - Calls

extension DecodingContext {
    /// The idle states, by address; as many as there ever were calls at the same time.
    private static let idle = Mutex<[UInt]>([])

    /// Those for documents of resources, which know other things of types.
    private static let idleForResources = Mutex<[UInt]>([])

    static func take() -> DecodingContext {
        if let address = idle.withLock({ $0.popLast() }),
            let state = unsafe UnsafeMutablePointer<State>(bitPattern: address)
        {
            return unsafe DecodingContext(state: state)
        }
        return make(.own)
    }

    private static func takeForResources() -> DecodingContext {
        if let address = idleForResources.withLock({ $0.popLast() }),
            let state = unsafe UnsafeMutablePointer<State>(bitPattern: address)
        {
            return unsafe DecodingContext(state: state)
        }
        return make(.resource)
    }

    private static func make(_ ownReading: TypeReading) -> DecodingContext {
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        unsafe state.initialize(to: State(ownReading))
        return unsafe DecodingContext(state: state)
    }

    /// Runs a decode call over a document.
    static func withContext<Result>(
        for document: Document,
        _ choices: DecodingChoices,
        _ body: (DecodingContext) throws -> Result
    ) throws -> Result {
        let context = document.resources == nil ? take() : takeForResources()
        context.begin(document, choices)
        defer { context.finish() }
        return try unsafe document.nodes.withUnsafeBufferPointer { nodes in
            try unsafe document.bytes.withUnsafeBufferPointer { bytes in
                try unsafe document.side.withUnsafeBufferPointer { side in
                    if let base = nodes.baseAddress {
                        unsafe context.state.pointee.nodes = base
                    }
                    if let base = bytes.baseAddress {
                        unsafe context.state.pointee.bytes = base
                    }
                    if let base = side.baseAddress {
                        unsafe context.state.pointee.side = base
                    }
                    unsafe context.state.pointee.nodeCount = nodes.count
                    unsafe context.state.pointee.byteCount = bytes.count
                    unsafe context.state.pointee.sideCount = side.count
                    return try body(context)
                }
            }
        }
    }

    private func begin(_ document: Document, _ choices: DecodingChoices) {
        unsafe state.pointee.document = document
        unsafe state.pointee.notation = document.notation
        unsafe state.pointee.item = -1
        unsafe state.pointee.holdsContent = document.isContent
        begin(choices)
        guard let resources = document.resources else { return }
        unsafe state.pointee.resources = resources
        // Containers of members then ask whether they are those of a resource.
        unsafe state.pointee.hasStrategies = true
        unsafe state.pointee.holdsResources = true
        unsafe state.pointee.resourceDepth = choices.resourceDepth
    }

    /// Begins a call with what was chosen for it.
    func begin(_ choices: DecodingChoices) {
        if !choices.isDefault {
            unsafe state.pointee.convertsKeys = !choices.strategies.keys.isIdentity
            unsafe state.pointee.expectsWords = choices.strategies.nonFiniteNumbers.areWords
            unsafe state.pointee.hasStrategies = !choices.strategies.isDefault
            unsafe state.pointee.trimsTexts = choices.trimsTexts
            unsafe state.pointee.choices = choices
        }
        advance()
    }

    /// Ends the call: from here on no container of it passes the check.
    func finish() {
        advance()
        if unsafe state.pointee.document != nil { unsafe state.pointee.document = nil }
        unsafe state.pointee.failed = nil
        if unsafe !state.pointee.keptSlots.isEmpty { unsafe state.pointee.keptSlots = [:] }
        if unsafe !state.pointee.indexes.isEmpty { unsafe state.pointee.indexes = [:] }
        if unsafe !state.pointee.names.isEmpty { unsafe state.pointee.names = [:] }
        if unsafe !state.pointee.siblings.isEmpty { unsafe state.pointee.siblings = [:] }
        if unsafe !state.pointee.choices.isDefault {
            unsafe state.pointee.hasStrategies = false
            unsafe state.pointee.convertsKeys = false
            unsafe state.pointee.expectsWords = true
            unsafe state.pointee.trimsTexts = false
            unsafe state.pointee.choices = DecodingChoices()
        }
        if unsafe state.pointee.holdsResources { forgetResources() }
        giveBack()
    }

    private func forgetResources() {
        unsafe state.pointee.holdsResources = false
        unsafe state.pointee.resources = nil
        unsafe state.pointee.hasStrategies = false
        unsafe state.pointee.reading = ResourceReading()
    }

    /// Puts the state back among the idle ones.
    func giveBack() {
        let address = unsafe UInt(bitPattern: state)
        if unsafe state.pointee.ownReading == .resource {
            Self.idleForResources.withLock { $0.append(address) }
        } else {
            Self.idle.withLock { $0.append(address) }
        }
    }

    private func advance() {
        unsafe state.pointee.generation.store(generation &+ 1, ordering: .relaxed)
    }
}
