// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// XML 1.0: members are child elements, arrays are repeated elements.
///
/// The name of a member says what it becomes: `@id` an attribute, `#text` or nothing the character content of
/// its element, `*` the content itself, in which every element brings its own name. The key `_0`, under which
/// Swift encodes the payload of an enumeration's case, adds no element of its own.
///
/// Levels stand beside the writer's frames, one for each. They are trimmed whenever a frame is used, since the
/// writer may have taken back what was written deeper.
struct XMLSink: Sink {
    let options: Options
    var levels: [Level] = []
    /// The names of the open elements and of the value to come, as they are written.
    var names: [UInt8] = []
    /// The end of the root's name.
    private var rootEnd = 0
    /// What the value to come is.
    var pending: Pending
    /// The first thing that cannot be written, and where.
    private(set) var refusal: Refusal?

    /// The choices that concern writing.
    struct Options: Sendable {
        var root: String
        /// The name of the elements of an array that is the root.
        var item: String
        /// The name of the elements of an array within an array.
        var nestedItem: String
        var isPretty = false
        var nulls = XML.Nulls.omitted
        var isRails = false
        var cdata: Set<String> = []
        /// Prefixes and namespaces in the order in which they are declared.
        var prefixes: [(prefix: String, namespace: String)] = []
        var nonFinite = NonFiniteStrategy.xmlSchema
    }

    /// An object or array that is being written.
    struct Level {
        /// Whether it is an array.
        var isList: Bool
        /// Whether it has a start and an end tag of its own.
        var ownsElement: Bool
        /// Whether the elements of an array bring their own names.
        var isTransparent = false
        /// The name of the element.
        var name: Name
        /// The name of the elements of an array.
        var item: Name
        /// The level whose element holds the content.
        var host: Int
        /// Where the next attribute goes.
        var attributesEnd = 0
        /// The offset behind the start tag, or `nil` while that is not finished.
        var contentStart: Int?
        var hasElements = false
        var hasText = false
        /// The name of the latest member, for places.
        var latest = Name()
        /// The end of the names that this level and those around it need.
        var namesEnd = 0
    }

    /// A value to come.
    struct Pending {
        var role: Role
        var name = Name()
    }

    /// A name as it is written: prepared, or a part of `names`.
    struct Name: BitwiseCopyable {
        var prepared: KeyName?
        var start = 0
        var end = 0

        var isEmpty: Bool { prepared == nil && start == end }
    }

    enum Role {
        case element
        case attribute
        /// The character content of the element around it.
        case text
        /// An element whose text is a CDATA section.
        case cdata
        /// Content of the element around it, whatever it is.
        case transparent
    }

    init(_ options: Options) {
        self.options = options
        pending = Pending(role: .element)
        pending = read(options.root)
        pending.role = .element
        rootEnd = names.count
    }

    /// Notes the first thing that cannot be written.
    mutating func refuse(_ message: String) {
        guard refusal == nil else { return }
        var path = ""
        for level in levels where !level.latest.isEmpty {
            path += "/" + text(of: level.latest)
        }
        refusal = Refusal(message: message, pointer: path)
    }

    // MARK: - Order

    /// Forgets levels beyond a number, and what was noted of content that was taken back.
    mutating func trim(to count: Int, _ output: Output) {
        if levels.count > count { levels.removeSubrange(count...) }
        let end = levels.last?.namesEnd ?? rootEnd
        if names.count > end { names.removeSubrange(end...) }
        guard let host = levels.last?.host, let start = levels[host].contentStart,
            output.count < start
        else { return }
        levels[host].contentStart = nil
        levels[host].attributesEnd = output.count
        levels[host].hasElements = false
        levels[host].hasText = false
    }

    mutating func name(
        _ name: String,
        in frame: inout Frame,
        level: Int,
        into output: inout Output
    ) {
        trim(to: level + 1, output)
        frame.count &+= 1
        let start = names.count
        pending = read(name)
        if level < levels.count { levels[level].latest = Name(start: start, end: names.count) }
    }

    mutating func name(
        _ name: KeyName,
        in frame: inout Frame,
        level: Int,
        into output: inout Output
    ) {
        guard name.isElementName, !options.isRails, options.cdata.isEmpty else {
            return self.name(name.text, in: &frame, level: level, into: &output)
        }
        trim(to: level + 1, output)
        frame.count &+= 1
        pending = Pending(role: .element, name: Name(prepared: name))
        if level < levels.count { levels[level].latest = pending.name }
    }

    mutating func mark(_ role: MemberRole) {
        switch role {
        case .attribute: pending.role = .attribute
        case .text: pending = Pending(role: .text)
        case .cdata: pending.role = .cdata
        case .member, .flat: break
        }
    }

    mutating func element(in frame: inout Frame, level: Int, into output: inout Output) {
        trim(to: level + 1, output)
        frame.count &+= 1
        guard let list = levels.last else { return }
        pending = Pending(role: list.isTransparent ? .transparent : .element, name: list.item)
    }

    func latestName(of frame: Frame, before next: Frame?, in output: Output) -> String {
        // The writer asks from the outermost frame on; its serial numbers do not say which this is.
        levels.indices.contains(frame.mark) ? text(of: levels[frame.mark].latest) : ""
    }

    // MARK: - Containers

    mutating func open(_ frame: inout Frame, level: Int, into output: inout Output) {
        if levels.count > level { trim(to: level, output) }
        frame.mark = level
        let host = levels.last?.host ?? 0
        let insideList = levels.last?.isList ?? false
        let isOwn: Bool
        switch pending.role {
        case .element, .cdata:
            isOwn = frame.isObject || level == 0 || insideList || options.isRails
        case .text, .transparent:
            isOwn = level == 0
        case .attribute:
            refuse("an attribute has a single value; the model encodes an object or an array")
            isOwn = true
        }
        var new = Level(
            isList: !frame.isObject,
            ownsElement: isOwn,
            name: pending.name,
            item: pending.name,
            host: isOwn ? level : host
        )
        if isOwn {
            beginElement(into: &output)
            if options.isRails, new.isList { output.append(" type=\"array\"") }
            new.attributesEnd = output.count
        }
        if new.isList {
            new.isTransparent = pending.role == .transparent || pending.role == .text
            if isOwn { new.item = itemName(of: new.name, isRoot: level == 0) }
        }
        new.namesEnd = max(
            levels.last?.namesEnd ?? rootEnd,
            max(new.name.end, new.item.end)
        )
        levels.append(new)
    }

    /// The name of the elements of an array that has an element of its own.
    private mutating func itemName(of list: Name, isRoot: Bool) -> Name {
        let singular =
            options.isRails && !isRoot
            ? RailsNames.singular(Array(text(of: list).utf8))
            : Array((isRoot ? options.item : options.nestedItem).utf8)
        names += singular
        return Name(start: names.count - singular.count, end: names.count)
    }

    mutating func close(_ frame: Frame, level: Int, into output: inout Output) {
        trim(to: level + 1, output)
        guard let closed = levels.last, levels.count == level + 1 else { return }
        if closed.ownsElement { endElement(closed, into: &output) }
        levels.removeLast()
    }
}

// MARK: - Containers

extension XMLSink {
    static func members<Key: CodingKey>(
        of token: Token<XMLSink>,
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        KeyKnowledge.with(type) { known in
            known.writing(token, token.writer.names(of: type, for: token))
        }
    }

    static func elements(of token: Token<XMLSink>) -> any UnkeyedEncodingContainer {
        Elements(token: token, writer: token.writer)
    }

    static func writeWhole<Model: Encodable>(
        _ value: Model,
        to writer: Writer<XMLSink>
    ) throws -> Bool { false }

    static func encoder(for token: Token<XMLSink>) -> any Encoder {
        ValueEncoder(token: token, writer: token.writer)
    }

    struct Members<Key: CodingKey>: KeyedWriting, XMLMembers {
        let token: Token<XMLSink>
        let writer: Writer<XMLSink>
        let names: KeyNames?

        @inline(__always)
        init(_ token: Token<XMLSink>, _ names: KeyNames?) {
            self.token = token
            writer = token.writer
            self.names = names
        }
    }

    private struct Elements: UnkeyedWriting {
        let token: Token<XMLSink>
        let writer: Writer<XMLSink>
    }

    private struct ValueEncoder: ValueWriting {
        let token: Token<XMLSink>
        let writer: Writer<XMLSink>
    }
}
