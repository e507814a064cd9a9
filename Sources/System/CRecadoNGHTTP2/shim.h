/* Part of Recado. See LICENSE.
   SPDX-License-Identifier: Apache-2.0 */

#ifndef RECADO_NGHTTP2_SHIM_H
#define RECADO_NGHTTP2_SHIM_H

#include <nghttp2/nghttp2.h>
#include <stdlib.h>

/* These came with nghttp2 1.57 and 1.61, and into the older versions of distributions as security
   updates, so that a version does not tell whether they are there: the linker does. */
void nghttp2_option_set_stream_reset_rate_limit(
    nghttp2_option *option, uint64_t burst, uint64_t rate) __attribute__((weak));
void nghttp2_option_set_max_continuations(nghttp2_option *option, size_t count)
    __attribute__((weak));

/* Leaves both limits to the caller, who counts by himself, unless the library cannot do without. */
static inline void recado_nghttp2_lift_limits(nghttp2_option *option, size_t continuations) {
    if (nghttp2_option_set_stream_reset_rate_limit) {
        nghttp2_option_set_stream_reset_rate_limit(option, 1000000000, 1000000000);
    }
    if (nghttp2_option_set_max_continuations) {
        nghttp2_option_set_max_continuations(option, continuations);
    }
}

/* Priorities by urgency (RFC 9218) came with 1.50; before, there is the tree of RFC 7540, which
   shares a connection fairly by itself. */
#if NGHTTP2_VERSION_NUM >= 0x013200
#define RECADO_NGHTTP2_KNOWS_URGENCY 1
#else
#define RECADO_NGHTTP2_KNOWS_URGENCY 0
#endif

/* The setting by which a server says that it does not mind the tree (RFC 9218 section 2.1). */
#define RECADO_NGHTTP2_NO_TREE 9

/* Lets a stream take turns with others of its urgency instead of going before the later ones. */
static inline int recado_nghttp2_take_turns(nghttp2_session *session, int32_t stream_id) {
#if RECADO_NGHTTP2_KNOWS_URGENCY
    nghttp2_extpri priority = {NGHTTP2_EXTPRI_DEFAULT_URGENCY, 1};
    return nghttp2_session_change_extpri_stream_priority(session, stream_id, &priority, 0);
#else
    return 0;
#endif
}

#endif
