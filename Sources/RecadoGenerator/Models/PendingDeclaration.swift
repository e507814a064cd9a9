// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A type that already has a name, but whose members have not been read.
struct PendingDeclaration {
    let number: Int
    let source: Source
    let context: SchemaReader.Context

    /// The source from which the type's members are read.
    enum Source {
        case shape(SchemaShape)
        /// The members of one choice of a union, including those that all choices share.
        case parts(ObjectParts)
    }
}
