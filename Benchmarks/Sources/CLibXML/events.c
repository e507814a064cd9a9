// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#include "libxml_events.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                  const xmlChar **declared, int attributes, int defaulted, const xmlChar **values) {}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {}

static void characters(void *context, const xmlChar *text, int length) {}

int libxml_reads_events(const unsigned char *bytes, size_t length) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = start;
    handler.endElementNs = end;
    handler.characters = characters;
    handler.cdataBlock = characters;
    handler.ignorableWhitespace = characters;
    xmlParserCtxtPtr context = xmlCreateMemoryParserCtxt((const char *)bytes, (int)length);
    if (!context) return 0;
    *context->sax = handler;
    context->userData = context;
    xmlCtxtUseOptions(context, XML_PARSE_NONET | XML_PARSE_NOERROR);
    xmlParseDocument(context);
    int isWellFormed = context->wellFormed;
    xmlFreeParserCtxt(context);
    return isWellFormed;
}
