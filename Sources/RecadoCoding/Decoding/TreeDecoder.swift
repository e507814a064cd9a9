// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A pointer to the state that all decoders and containers of one decode call share.
///
/// One call creates thousands of containers. Counting references to the shared state would cost
/// more than anything else outside the standard library. Hence these rules:
///
/// 1. The state is in memory that is reused from call to call and never freed.
/// 2. The state's view of the document is valid only while a call runs. Each decoder has a serial
///    number that is unique within the state and is checked before the document is accessed.
/// 3. So a decoder or container that a model has kept beyond its call fails with an error.
@safe
struct TreeDecoder {
    private let pointer: UnsafeMutablePointer<State>

    /// The state of the running decode call.
    ///
    /// Every access is short, and no code of a model runs during an access.
    var state: State {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) nonmutating _modify { yield unsafe &pointer.pointee }
    }

    struct State: ~Copyable {
        /// The first serial number of the running decode call; decoders of earlier calls have
        /// smaller serial numbers.
        let firstSerial = Atomic<UInt64>(1)
        var latestSerial: UInt64 = 0
        let traits = DecodingTraits.all
        /// The document to be read.
        var view: NodeView
        /// The nodes of a text that is parsed and decoded without a `Document`.
        var tree: NodeTree
        var notation: any Notation.Type = JSONNotation.self
        /// True if any strategy differs from the default.
        var hasStrategies = false
        /// True if members may have to be found by rules, such as those of paths, XML or JSON:API,
        /// instead of directly by the names of their keys.
        var hasRules = false
        /// True if white space around texts is removed.
        var trimsTexts = false
        /// The node index of the last element that was read from an XML list, or -1; a list
        /// directly within this element is a nested list.
        var item = -1
        var choices = DecodingChoices()
        /// True if a strategy converts keys to names.
        var convertsKeys = false
        /// True if no text that represents an infinity or NaN begins with a digit.
        var expectsWords = true
        /// True if the root is a list of the mixed content of an XML element.
        var holdsContent = false
        /// The document, needed only for paths and errors; created on demand if the call runs
        /// without one.
        var document: Document?
        /// The values whose models are being decoded, and the state of their key lookups.
        var members = MemberPlaces()
        /// The hashed keys of large objects.
        var indexes: [UInt32: KeyIndex] = [:]
        /// The names in large XML elements, by the node index of the element.
        var names: [UInt32: [ElementName: Int]] = [:]
        /// The next sibling with the same name, by the node index of an XML element's key; stored
        /// only if searching for the sibling would take long.
        var siblings: [UInt32: UInt32] = [:]
        /// The node index of the innermost value at which a model threw an error of its own.
        var failed: Int?
        /// The node index of the object in which members of a flat value are being counted, or -1;
        /// `hits` is the number of members counted so far.
        var probed = -1
        var hits = 0
        /// True if this is a JSON:API document; the next properties hold its resources and the
        /// state of reading them.
        var holdsResources = false
        var resources: ResourceTable?
        var resourceDepth = 0
        var reading = ResourceReading()
        /// True if the elements of the root array are read only once, so that their nodes can be
        /// released.
        var releasesElements = false

        /// The number of nodes whose memory each decoder keeps between calls: 8 KiB.
        static let keptNodes = 512

        init() {
            tree = NodeTree(capacity: Self.keptNodes)
            view = tree.view(over: ByteReader(""), side: ByteReader(""))
        }
    }

    /// Refers to the existing state at an address; `nil` for the address 0.
    init?(at address: UInt) {
        guard let pointer = unsafe UnsafeMutablePointer<State>(bitPattern: address) else {
            return nil
        }
        unsafe self.pointer = pointer
    }

    /// Creates a state, whose memory is never freed.
    init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: State())
    }

    /// The address of the state, which ``init(at:)`` accepts.
    var address: UInt { unsafe UInt(bitPattern: pointer) }

    /// The first serial number of the running decode call.
    @inline(__always) var firstSerial: UInt64 { state.firstSerial.load(ordering: .relaxed) }

    /// Invalidates all serial numbers so far, including the first one, which marks the key lookup
    /// slots of this call.
    func endSerials() {
        state.firstSerial.store(nextSerial() &+ 1, ordering: .relaxed)
    }

    /// Throws if the decode call to which a serial number belongs has ended.
    @inline(__always)
    func check(_ serial: UInt64) throws {
        if !isLive(serial) { throw Self.staleError }
    }

    /// True if the decode call to which a serial number belongs is still running.
    @inline(__always)
    func isLive(_ serial: UInt64) -> Bool {
        serial >= firstSerial
    }

    static var staleError: DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: [],
                debugDescription: "A decoder was used after its value had been decoded."
            )
        )
    }

    /// Returns a serial number that no other decoder of this state has.
    @inline(__always)
    func nextSerial() -> UInt64 {
        state.latestSerial &+= 1
        return state.latestSerial
    }

    // MARK: - Reading the tree

    @inline(__always)
    func node(_ index: Int) -> Document.Node { state.view.node(index) }

    /// Returns the node index after the subtree of a node.
    @inline(__always)
    func end(of index: Int) -> Int { state.view.end(of: index) }

    /// Returns the bytes of a key, a text or a string.
    @inline(__always)
    func slice(of node: Document.Node) -> ByteReader { state.view.slice(of: node) }

    /// Returns the text of a key, a text or a string.
    @inline(__always)
    func text(of node: Document.Node) -> String { state.view.text(of: node) }

    @inline(__always) var hasRules: Bool { state.hasRules }
    @inline(__always) var hasStrategies: Bool { state.hasStrategies }
    @inline(__always) var convertsKeys: Bool { state.convertsKeys }
    @inline(__always) var expectsWords: Bool { state.expectsWords }
    @inline(__always) var holdsContent: Bool { state.holdsContent }
    @inline(__always) var trimsTexts: Bool { state.trimsTexts }
    @inline(__always) var choices: DecodingChoices { state.choices }
    var failed: Int? { state.failed }
}
