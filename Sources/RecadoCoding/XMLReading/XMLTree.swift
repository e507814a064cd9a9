// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Converts the tokens of an XML document to nodes.
///
/// An element is a key and its value:
///
/// ```
/// <film id="7"><title>Alien</title> (1979)</film>
/// → object  key(id, attribute)  text(7)  key(title)  text(Alien)  key()  text( (1979))
/// ```
///
/// 1. An element that has neither attributes nor child elements is a text node with all its
///    character data.
/// 2. Any other element is an object: the attributes, then child elements and runs of text in
///    document order. A run is a member without a name. Runs that are only white space are left
///    out, unless the element has other text or `xml:space` preserves them.
/// 3. Of equal keys in an object all but the last are flagged `more`; the object's last key is
///    flagged `last`.
/// 4. An element without content that is marked as nil (`xsi:nil`, Rails' `nil="true"`) is null.
///
/// Like the JSON parser, this converter writes into memory that the caller provides, and stops when
/// the memory is full.
struct XMLTree {
    typealias Node = Document.Node
    typealias Problem = XMLProblem

    var parser: XMLParser
    /// The innermost open element.
    var open = Element(node: 0)
    /// The enclosing open elements.
    var outer: [Element] = []
    /// The runs of white space that were left out of open elements, except runs that a flag of the
    /// next key (`layout`) already records.
    var blanks: [Blank] = []
    /// The flags for the next key: `.layout` if white space before it was left out, or none.
    var layout = Node.Flags()
    /// The token that has been read but did not fit into the memory.
    var pending: XMLParser.Token?
    var rootName = XMLParser.Name()

    struct Element: BitwiseCopyable {
        /// The node index of the element's value.
        var node: Int
        /// The number of the element's members.
        var count = 0
        /// A set of 64 bits, one for each class of hashes; a key whose bit is clear has not
        /// occurred in the element.
        var keys: UInt64 = 0
        /// The node index of the element's last key.
        var lastKey = 0
        /// The number of runs in the tree's `blanks` that belong to enclosing elements.
        var blanks = 0
        /// The number of keys with the flag `layout`: white space before them was left out.
        var layouts = 0
        var run = Run()
        var isObject = false
        /// True if white space in the element is preserved (`xml:space="preserve"`).
        var isPreserving = false
        /// True if the element has character data other than white space.
        var isMixed = false
        var isNil = false
        /// True if the element has many keys; equal keys are then found at its end, not key by key.
        var isLarge = false
        var idleAttributes = 0
    }

    /// Character data that has been read but not added as a node.
    struct Run: BitwiseCopyable {
        var text = XMLParser.Text()
        var place: UInt32 = 0
        var isPresent = false
        var isBlank = false
    }

    struct Blank: BitwiseCopyable {
        /// The index of the node before which the run belongs.
        var node: Int
        var text: Node
    }

    enum Outcome { case done, full, doctype }

    init(_ parser: XMLParser) {
        self.parser = parser
        outer.reserveCapacity(8)
    }

    /// Continues to read until the document ends, the memory is full, or the source must be
    /// extended by the texts of entities.
    mutating func read(
        _ source: ByteReader,
        into lent: inout NodeRoom
    ) throws(Problem) -> Outcome {
        var room = lent
        while true {
            let token: XMLParser.Token
            if let waiting = pending {
                token = waiting
                pending = nil
            } else {
                leaves(source, &room)
                token = try parser.next(source)
            }
            guard hasRoom(room, attributes: parser.attributes.count) else {
                pending = token
                lent = room
                return .full
            }
            switch token {
            case .start: start(source, &room)
            case .end: end(source, &room)
            case .text, .cdata: try characters(source)
            case .comment, .instruction: dropSide()
            case .doctype, .finished:
                lent = room
                return token == .doctype ? .doctype : .done
            }
        }
    }

    /// True if the memory has room for all nodes that a token, or a leaf with the given number of
    /// attributes, may add.
    @inline(__always)
    func hasRoom(_ room: NodeRoom, attributes: Int) -> Bool {
        var needed = 6 &+ 2 &* attributes
        if open.run.isPresent, !open.run.isBlank {
            needed &+= 2 &* (blanks.count &- open.blanks &+ open.layouts)
        }
        return room.left >= needed
    }

    /// Removes the text of a comment or instruction from the end of `side`.
    private mutating func dropSide() {
        if parser.text.isSide {
            parser.side.removeLast(parser.side.count - Int(parser.text.offset))
        }
    }

    // MARK: - Elements

    @inline(__always)
    private mutating func start(_ source: ByteReader, _ room: inout NodeRoom) {
        var element = Element(node: 0)
        element.isPreserving = open.isPreserving
        if room.count == 0 {
            rootName = parser.name
        } else {
            if open.run.isPresent { flush(source, &room) }
            appendKey(parser.name, source, &room)
            outer.append(open)
        }
        element.node = room.count
        element.blanks = blanks.count
        open = element
        room.append(Node(.object, offset: parser.place(parser.tokenStart), payload: 0))
        if !parser.attributes.isEmpty { attributes(source, &room) }
    }

    @inline(__always)
    private mutating func end(_ source: ByteReader, _ room: inout NodeRoom) {
        if open.isObject {
            endOfObject(source, &room)
        } else if open.run.isPresent {
            room[open.node] = node(open.run.text, place: open.run.place)
        } else {
            let place = room[open.node].offset
            let payload = Node.payload(length: 0, high: place)
            room[open.node] = Node(.text, offset: Int(place), payload: payload)
        }
        if blanks.count > open.blanks { blanks.removeLast(blanks.count - open.blanks) }
        if let element = outer.popLast() { open = element }
    }

    @inline(never)
    private mutating func endOfObject(_ source: ByteReader, _ room: inout NodeRoom) {
        if open.run.isPresent { flush(source, &room) }
        if open.isNil, open.count == open.idleAttributes {
            let place = Int(room[open.node].offset)
            room.resize(to: open.node &+ 1)
            room[open.node] = Node(.null, offset: place, payload: 0)
            return
        }
        if open.isNil { room[open.node].flags.insert(.bare) }
        room[open.lastKey].flags.insert(.last)
        if open.isLarge { settle(source, room) }
        room[open.node].payload = Node.payload(length: room.count, high: open.count)
    }
}
