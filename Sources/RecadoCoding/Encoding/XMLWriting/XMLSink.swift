// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The sink for XML 1.0, which writes members as child elements and arrays as repeated elements.
///
/// The name of a member determines its form: `@id` is an attribute; `#text` or an empty name is the
/// character content of its element; `*` is mixed content, in which every element has its own name.
/// The key `_0`, under which Swift encodes the payload of an enum case, adds no element.
///
/// The sink has one level for each of the writer's frames, and removes levels when the writer
/// removes output.
///
/// When an element ends, attributes that the model encoded after content are moved into the start
/// tag, and line breaks are removed if the element has text.
struct XMLSink: Sink {
    static let writers = WriterPool<XMLSink>()

    let options: Options
    var levels: [Level] = []
    /// The names of the open elements and of the next value, as they are written.
    var names: [UInt8] = []
    /// The index in `names` after the root element's name.
    private var rootEnd = 0
    /// The role (such as element or attribute) and the XML name of the next value.
    var pending: Pending
    /// The parts of the output that may have to be moved or removed when the open elements end, in
    /// order.
    var marks: [Mark] = []
    /// For open elements with many attributes, the names of these attributes, by the index of the
    /// element's level.
    var attributeNames: [Int: Set<[UInt8]>] = [:]
    /// The first content that XML cannot express, with its position.
    private(set) var refusal: SinkError?
    /// The length of the output before the content that caused `refusal`; if the writer removes
    /// this content, the refusal is withdrawn.
    private var refusalPlace = -1

    /// The settings for writing; they are a class so that copying the sink does not copy them.
    final class Options: Sendable {
        let root: String
        /// The name of the XML elements for the items of a root array.
        let item: String
        /// The name of the XML elements for the items of an array in an array.
        let nestedItem: String
        let isPretty: Bool
        let nulls: XML.Nulls
        let declaresNil: Bool
        let isRails: Bool
        let emptyElements: XML.EmptyElements
        let namespaces: XML.Namespaces
        let cdata: Set<String>
        let replacesForeignCharacters: Bool
        /// Prefixes and namespaces in the order in which they are declared.
        let prefixes: [(prefix: String, namespace: String)]
        /// True if the value is written into a list whose root element declares the prefixes.
        let isWithinList: Bool

        init(_ xml: XML, root: String, item: String, isWithinList: Bool = false) {
            (self.root, self.item, self.isWithinList) = (root, item, isWithinList)
            nestedItem = xml.item ?? "item"
            isPretty = xml.isPretty
            nulls = xml.nulls
            declaresNil = xml.declaresNil
            isRails = xml.isRails
            emptyElements = xml.emptyElements
            namespaces = xml.namespaces
            cdata = xml.cdata
            replacesForeignCharacters = xml.foreignCharacters == .replaced
            let prefixes = xml.prefixes.map { (prefix: $0.key, namespace: $0.value) }
            self.prefixes =
                prefixes.count < 2 ? prefixes : prefixes.sorted { $0.prefix < $1.prefix }
        }
    }

    /// An object or array that is being written; there is one level for each frame of the writer.
    struct Level {
        /// True if the level is an array.
        var isList: Bool
        /// True if the object or array has a start and an end tag of its own.
        var ownsElement: Bool
        /// True for mixed content, in which each element of the array has its own name.
        var isTransparent = false
        /// The role and the name of the object or array itself.
        var value: Pending
        /// The name of the XML elements for the items of an array.
        var item: Name
        /// The index of the level whose XML element contains this level's content: this level, or
        /// an enclosing one.
        var host: Int
        /// True if the texts of an array are CDATA sections.
        var isCDATA = false
        /// The index of the start tag in the output.
        var tagStart = 0
        var attributeCount = 0
        /// The offset after the start tag, or `nil` while the start tag is not finished.
        var contentStart: Int?
        var hasElements = false
        /// True if the element has text, or is within an element that has text.
        var hasText = false
        /// The name of the latest member, for the positions of failures.
        var latest = Name()
        /// The number of elements begun so far.
        var count = 0
        /// The index in `names` after the names that this and the enclosing levels need.
        var namesEnd = 0
    }

    /// The role (such as element or attribute) and the XML name of the next value.
    struct Pending {
        var role: Role
        var name = Name()
        var isCDATA = false
        /// True for the payload of an enum case, which adds no element unless it is an array.
        var isPayload = false
    }

    /// An XML name: either a `KeyName` from a table, or a range of `names`.
    struct Name: BitwiseCopyable {
        var prepared: KeyName?
        var start = 0
        var end = 0

        var isEmpty: Bool { prepared == nil && start == end }
    }

    /// A range of the output that may have to be moved or removed.
    struct Mark {
        var range: Range<Int>
        /// The level whose XML element contains the range.
        var host: Int
        /// True if it is an attribute after content, false if it is a line break.
        var isAttribute: Bool
    }

    enum Role {
        case element
        case attribute
        /// The character content of the enclosing element.
        case text
        /// Mixed content of the enclosing element: elements and text.
        case transparent
    }

    mutating func forget() {
        (levels, names, marks, attributeNames, refusal) = ([], [], [], [:], nil)
    }

    init(_ options: Options) {
        self.options = options
        pending = Pending(role: .element)
        levels.reserveCapacity(4)
        let (name, problem) = read(options.root)
        pending = name
        pending.role = .element
        rootEnd = names.count
        if let problem = problem ?? problemOfPrefixes { refuse(problem, at: -1) }
    }

    /// The name of the root element, valid before anything is written.
    var rootName: String { text(of: pending.name) }

    /// Records the first content that cannot be written, and the length of the output before it.
    mutating func refuse(_ message: String, at place: Int) {
        guard refusal == nil else { return }
        refusalPlace = place
        let path = levels.map { level in
            level.isList
                ? AnyCodingKey(intValue: max(0, level.count - 1))
                : AnyCodingKey(stringValue: text(of: level.latest))
        }
        refusal = SinkError(message: message, pointer: AnyCodingKey.pointer(path))
    }

    // MARK: - Order

    /// Removes levels after the first `count`, and the records of content that the writer removed.
    mutating func trim(to count: Int, _ output: OutputBuffer) {
        if levels.count > count { levels.removeSubrange(count...) }
        let end = levels.last?.namesEnd ?? rootEnd
        if names.count > end { names.removeSubrange(end...) }
        dropMarks(beyond: output.count)
        guard let host = levels.last?.host, let start = levels[host].contentStart,
            output.count < start
        else { return }
        levels[host].contentStart = nil
        levels[host].hasElements = false
        levels[host].hasText = false
    }

    mutating func takeBack(to level: Int, in output: OutputBuffer) {
        let value = levels.indices.contains(level) ? levels[level].value : pending
        let name = value.name.prepared == nil ? Array(text(of: value.name).utf8) : []
        trim(to: level, output)
        if !attributeNames.isEmpty { attributeNames = [:] }
        if refusal != nil, refusalPlace >= output.count { refusal = nil }
        // The value may be written again, and its name has just been removed.
        pending = value
        if value.name.prepared == nil, value.name.end > names.count {
            pending.name = Name(start: names.count, end: names.count + name.count)
            names += name
        }
    }

    private mutating func dropMarks(beyond end: Int) {
        while let last = marks.last, last.range.upperBound > end || last.host >= levels.count {
            marks.removeLast()
        }
    }

    mutating func name(
        _ name: String,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    ) {
        trim(to: level + 1, output)
        frame.count &+= 1
        let start = names.count
        let (value, problem) = read(name)
        pending = value
        if level < levels.count { levels[level].latest = Name(start: start, end: names.count) }
        if let problem { refuse(problem, at: output.count) }
    }

    mutating func name(
        _ name: KeyName,
        in frame: inout Frame,
        level: Int,
        into output: inout OutputBuffer
    ) {
        guard name.isElementName, !options.isRails, options.cdata.isEmpty else {
            self.name(name.text, in: &frame, level: level, into: &output)
            if name.role != .member { mark(name.role) }
            return
        }
        trim(to: level + 1, output)
        frame.count &+= 1
        pending = Pending(role: .element, name: Name(prepared: name))
        if level < levels.count { levels[level].latest = pending.name }
    }

    mutating func mark(_ role: MemberRole) {
        switch role {
        case .attribute: pending.role = .attribute
        case .text: pending = Pending(role: .text, isCDATA: pending.isCDATA)
        case .cdata: pending.isCDATA = true
        case .member, .flat: break
        }
    }

    mutating func element(in frame: inout Frame, level: Int, into output: inout OutputBuffer) {
        trim(to: level + 1, output)
        frame.count &+= 1
        guard let list = levels.last else { return }
        levels[levels.count - 1].count = frame.count
        pending = Pending(
            role: list.isTransparent ? .transparent : .element,
            name: list.item,
            isCDATA: list.isCDATA
        )
    }

    func latestName(of frame: Frame, before next: Frame?, in output: OutputBuffer) -> String {
        // The frame's mark is the index of its level.
        levels.indices.contains(frame.mark) ? text(of: levels[frame.mark].latest) : ""
    }

    // MARK: - Containers

    mutating func open(_ frame: inout Frame, level: Int, into output: inout OutputBuffer) {
        frame.mark = level
        if pending.isPayload, !frame.isObject { pending.role = .element }
        let host = levels.last?.host ?? 0
        let isOwn = ownsElement(isObject: frame.isObject, level)
        if pending.role == .attribute {
            refuse("an attribute has a single value; the model encodes several", at: output.count)
        }
        var new = Level(
            isList: !frame.isObject,
            ownsElement: isOwn,
            value: pending,
            item: pending.name,
            host: isOwn ? level : host
        )
        if isOwn {
            new.tagStart = beginElement(into: &output)
            // An element inside an element with text is not broken into lines either.
            new.hasText = levels.last.map { levels[$0.host].hasText } ?? false
            if options.isRails, new.isList {
                output.append(" type=\"array\"")
                new.attributeCount = 1
            }
        }
        if new.isList {
            new.isTransparent = pending.role == .transparent || pending.role == .text
            new.isCDATA = pending.isCDATA
            if isOwn { new.item = itemName(of: pending.name, isRoot: level == 0) }
        }
        new.namesEnd = max(
            levels.last?.namesEnd ?? rootEnd,
            max(new.value.name.end, new.item.end)
        )
        levels.append(new)
    }

    /// True if the next value has a start tag and an end tag of its own.
    private func ownsElement(isObject: Bool, _ level: Int) -> Bool {
        switch pending.role {
        case .element: isObject || level == 0 || options.isRails || levels.last?.isList == true
        case .text, .transparent: level == 0
        case .attribute: true
        }
    }

    /// Returns the name of the XML elements for the items of an array that is itself written as an
    /// XML element.
    private mutating func itemName(of list: Name, isRoot: Bool) -> Name {
        let singular =
            options.isRails && !isRoot
            ? RailsNames.singular(Array(text(of: list).utf8))
            : Array((isRoot ? options.item : options.nestedItem).utf8)
        names += singular
        return Name(start: names.count - singular.count, end: names.count)
    }

    mutating func close(_ frame: Frame, level: Int, into output: inout OutputBuffer) {
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
        CodingKeyCache.with(type) { known in
            known.writing(token, token.writer.names(of: type, for: token))
        }
    }

    static func elements(of token: Token<XMLSink>) -> any UnkeyedEncodingContainer {
        Elements(token: token)
    }

    static func encoder(for token: Token<XMLSink>) -> any Encoder {
        ValueEncoder(token: token)
    }

    struct Members<Key: CodingKey>: KeyedWriting, XMLMembers {
        let token: Token<XMLSink>
        let names: KeyNames?

        @inline(__always)
        init(_ token: Token<XMLSink>, _ names: KeyNames?) {
            self.token = token
            self.names = names
        }
    }

    private struct Elements: UnkeyedWriting {
        let token: Token<XMLSink>
    }

    private struct ValueEncoder: ValueWriting {
        let token: Token<XMLSink>
    }
}
