// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// The elements of a list in a stream, each read when it is asked for.
    ///
    /// A failure names the element by its number, and its place in the whole document. Whoever iterates
    /// by hand may ask on after an element that the model refused.
    public struct Elements<Model: Decodable, Pieces: AsyncSequence>: AsyncSequence
    where Pieces.Element == [UInt8] {
        let xml: XML
        let pieces: Pieces
        let scanner: XMLElementScanner

        /// Returns an iterator before the first element.
        public func makeAsyncIterator() -> Iterator {
            Iterator(xml: xml, pieces: pieces.makeAsyncIterator(), scanner: scanner)
        }

        /// Reads the elements one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let xml: XML
            var pieces: Pieces.AsyncIterator
            var scanner: XMLElementScanner
            private var isFinished = false

            init(xml: XML, pieces: Pieces.AsyncIterator, scanner: XMLElementScanner) {
                self.xml = xml
                self.pieces = pieces
                self.scanner = scanner
            }

            /// The bytes of memory that are held.
            package var heldBytes: Int { scanner.heldBytes }

            /// Returns the next element, or `nil` at the end of the document.
            ///
            /// - Throws: ``CodingFailure`` for an element that cannot be read and for whatever else is
            ///   wrong with the document, and what the pieces throw.
            public mutating func next() async throws -> Model? {
                try await next(isolation: #isolation)
            }

            /// Returns the next element, or `nil` at the end of the document.
            ///
            /// - Parameter actor: The actor that waits.
            /// - Returns: The next element, or `nil` at the end of the document.
            /// - Throws: ``CodingFailure`` for an element that cannot be read and for whatever else is
            ///   wrong with the document, and what the pieces throw.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model?
            {
                while true {
                    if let element = try scanner.next() { return try decode(element) }
                    if isFinished || scanner.isDone { return nil }
                    if let piece = try await pieces.next(isolation: actor) {
                        scanner.feed(piece)
                    } else {
                        isFinished = true
                        scanner.finish()
                    }
                }
            }

            private func decode(
                _ element: XMLElementScanner.Element
            ) throws(CodingFailure) -> Model {
                do throws(CodingFailure) {
                    return try element.document.decode(Model.self, xml.choices)
                } catch {
                    throw error.moved(to: element.place)
                        .named("element \(element.number)", pointer: scanner.pointer(of: element))
                }
            }
        }
    }
}

extension XML.Elements: Sendable where Pieces: Sendable {}

@available(*, unavailable)
extension XML.Elements.Iterator: Sendable {}
