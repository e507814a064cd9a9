// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// Finds the elements of one list in an XML document that may be larger than memory.
    ///
    /// Only the current element is held in memory. It is cut out and parsed separately, with the
    /// namespaces of the enclosing elements; the rest of the document is parsed to the last byte
    /// and dropped.
    public struct ElementScanner: RecordScanner {
        /// An element that was read, with its position.
        public struct Element: Sendable {
            fileprivate let document: Document
            /// The number of the element in its list, from 1.
            public let number: Int
            /// The line of the document in which the element begins, from 1.
            public var line: Int { location.line }
            fileprivate let location: StreamLocation
            /// The JSON Pointer of the list.
            fileprivate let listPointer: String

            /// Decodes the element as a model; an error has the location in the whole document.
            public func decode<Model: Decodable>(
                _ type: Model.Type,
                by xml: XML
            ) throws(CodingError) -> Model {
                do throws(CodingError) {
                    return try document.decode(type, xml.choices)
                } catch {
                    throw error.moved(to: location)
                }
            }
        }

        private var feed: XMLFeed
        private let options: XML.StreamOptions
        private let path: [String]
        private let listPointer: String
        /// The name of the elements, or `nil` for any.
        private let name: String?
        /// The number of open elements, from the root on, that match the path to the list.
        private var matched = 0
        /// For the document and each matched element, true if `xml:space` preserves white space in
        /// it.
        private var preservesSpace = [false]
        private var isFound = false
        private var isAtEnd = false
        private var count = 0

        /// Creates a scanner at the start of a document.
        ///
        /// - Parameters:
        ///   - xml: The settings for reading the document.
        ///   - name: The name of the elements; `nil` for any.
        ///   - path: The names of the elements within the root that lead to the list, separated by
        ///     dots.
        ///   - options: The limits of the stream.
        public init(
            _ xml: XML,
            named name: String?,
            at path: String,
            options: XML.StreamOptions = XML.StreamOptions()
        ) {
            feed = XMLFeed(xml, options)
            self.options = options
            self.name = name
            self.path = CodingPath(path).steps.map { step in
                if case .name(let name) = step { name } else { "*" }
            }
            listPointer = Document.pointer(self.path.map { .key($0) })
        }

        /// The number of bytes held in memory.
        public var heldBytes: Int { feed.heldBytes }

        /// Takes a piece of the document, of any size.
        public mutating func feed(_ piece: [UInt8]) {
            feed.feed(piece)
        }

        /// Marks the end of the input.
        public mutating func finish() {
            feed.finish()
        }

        /// Returns the next element; `nil` if another piece is needed or none is left.
        public mutating func next() throws(CodingError) -> Element? {
            if let failure = feed.failure { throw failure }
            while !isAtEnd {
                if !feed.isCutting {
                    guard let kind = try feed.peek() else { return nil }
                    guard isElement(kind) else {
                        try step()
                        continue
                    }
                }
                guard let (bytes, start) = try cut() else { return nil }
                if let element = try element(bytes, at: start) { return element }
            }
            return nil
        }

        // MARK: - The way to the list

        /// True if the token may start an element of the list; compares only the local name.
        private func isElement(_ kind: XMLTokenScanner.Kind) -> Bool {
            guard kind == .startTag || kind == .emptyTag, matched == path.count + 1,
                feed.parser?.elements.count == matched
            else { return false }
            guard let name else { return true }
            let local = name.utf8.lastIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "}") }
            let wanted = local.map { name.utf8[name.utf8.index(after: $0)...] } ?? name.utf8[...]
            return feed.localName.elementsEqual(wanted)
        }

        /// Parses a token that is not an element of the list.
        private mutating func step() throws(CodingError) {
            let (matched, way) = (matched, path.count + 1)
            let step = try feed.take { token, parser, source -> Step in
                let depth = parser.elements.count
                guard token == .start, matched == depth - 1, depth <= way else {
                    return (token, depth, nil)
                }
                let attributes = parser.copiedAttributes(source)
                let space = attributes.last { $0.name.prefix == "xml" && $0.name.local == "space" }
                return (token, depth, (parser.name(parser.name, source), space?.value))
            }
            guard let (token, depth, start) = step else { return }
            if let (name, space) = start {
                try open(name, space)
            } else if depth < matched {
                self.matched = depth
                preservesSpace.removeSubrange((depth + 1)...)
            }
            isAtEnd = token == .finished
            if isAtEnd, !isFound {
                throw CodingError(.keyNotFound, "expected an element", pointer: listPointer)
            }
        }

        /// A token outside of the list's elements and the number of open elements after it; for a
        /// start tag that may be on the path, also its name and `xml:space`.
        private typealias Step = (XMLParser.Token, depth: Int, start: (XML.Name, space: String?)?)

        private mutating func open(_ name: XML.Name, _ space: String?) throws(CodingError) {
            if matched == 0 {
                if let root = feed.xml.root, !feed.xml.matches(root, name) {
                    throw feed.fail(
                        CodingError(
                            .typeMismatch,
                            "expected the root element \(root), found \(name.local)",
                            place: feed.window.location(of: feed.parser?.tokenStart ?? 0)
                                .failurePlace
                        )
                    )
                }
            } else {
                let step = path[matched - 1]
                guard step == "*" || feed.xml.matches(step, name) else { return }
            }
            matched += 1
            let outer = preservesSpace.last ?? false
            preservesSpace.append(space.map { $0 == "preserve" } ?? outer)
            isFound = isFound || matched == path.count + 1
        }

        // MARK: - Elements

        private mutating func cut() throws(CodingError) -> (
            bytes: [UInt8], start: StreamLocation
        )? {
            do throws(CodingError) {
                return try feed.element()
            } catch {
                throw feed.fail(named(error, count + 1))
            }
        }

        /// Parses an element; returns `nil` if its namespace does not match.
        private mutating func element(
            _ bytes: [UInt8],
            at location: StreamLocation
        ) throws(CodingError) -> Element? {
            var surroundings = feed.surroundings
            try feed.check(surroundings, at: location)
            surroundings.preservesSpace = preservesSpace.last ?? false
            let document: Document
            do throws(CodingError) {
                document = try Document.xml(element: bytes, inheriting: surroundings, feed.xml)
            } catch {
                // A failed element is counted too.
                count += 1
                throw named(error.moved(to: location), count)
            }
            if let name, let found = document.rootName {
                let own = XML.Name(local: found.local, prefix: "", namespace: found.namespace)
                guard feed.xml.matches(name, own) else { return nil }
            }
            count += 1
            guard count <= options.elements else {
                let message = "expected at most \(options.elements) elements"
                throw feed.fail(CodingError(.tooLarge, message, place: location.failurePlace))
            }
            return Element(
                document: document,
                number: count,
                location: location,
                listPointer: listPointer
            )
        }

        private func named(_ failure: CodingError, _ number: Int) -> CodingError {
            failure.named("element \(number)", pointer: "\(listPointer)/\(number - 1)")
        }
    }
}

extension XML: RecordDecoder {
    typealias StreamRecord = XML.ElementScanner.Element

    func decode<Model: Decodable>(
        _ type: Model.Type,
        from element: XML.ElementScanner.Element
    ) throws(CodingError) -> Model {
        do throws(CodingError) {
            return try element.decode(type, by: self)
        } catch {
            let (number, list) = (element.number, element.listPointer)
            throw error.named("element \(number)", pointer: "\(list)/\(number - 1)")
        }
    }
}

extension XML {
    /// True if a name has the requested local part, and the requested namespace if there is one.
    func matches(_ wanted: String, _ name: Name) -> Bool {
        matches(wanted, local: name.local, namespace: name.namespace)
    }
}
