// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_LIBXML_EVENTS_H
#define RECADO_LIBXML_EVENTS_H

#include <stddef.h>

/// Reads a document with libxml2's SAX parser and callbacks that do nothing.
///
/// Returns whether the document is well-formed.
int libxml_reads_events(const unsigned char *bytes, size_t length);

#endif
