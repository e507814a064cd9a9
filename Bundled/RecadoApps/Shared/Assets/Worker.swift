// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP
import RecadoServer

/// The service worker, which caches the files that never change, and shows a page if the server
/// cannot be reached.
///
/// Pages are never cached. If a form cannot be sent, the page that reports this contains the typed
/// text, so that the user can send the form again. Only passwords must be typed again.
enum Worker {
    /// The path of the worker, which never changes.
    static let path = AppIdentity.root + "/worker.js"

    /// The paths of the cached files.
    private static var files: [String] {
        [Asset.style, Asset.script, Asset.icon].map(\.path)
            + Asset.offline.values.map(\.path).sorted()
    }

    private static var offline: String {
        AppLanguage.allCases.compactMap { language in
            Asset.offline[language].map { "\(language.tag): \"\($0.path)\"" }
        }.joined(separator: ", ")
    }

    static var text: String { settings + keeping + answering }

    /// The list of files, and the name of their cache, which depends on the files.
    private static var settings: String {
        let names = files.map { "\"\($0)\"" }.joined(separator: ", ")
        let version =
            HashFunction.sha256.hash(Array(names.utf8)).map { Hexadecimal.text($0).prefix(16) }
            ?? ""
        return """
            "use strict";
            const files = [\(names)];
            const offline = { \(offline) };
            const place = "recado-\(version)";
            const secret = "\(FormSheet.passwordName)";

            """
    }

    /// Replaces the previous worker at once, and deletes its cache.
    private static let keeping = """
        addEventListener("install", (event) => {
          skipWaiting();
          event.waitUntil(caches.open(place).then((cache) => cache.addAll(files)));
        });
        addEventListener("activate", (event) => {
          event.waitUntil((async () => {
            for (const name of await caches.keys()) {
              if (name.startsWith("recado-") && name !== place) await caches.delete(name);
            }
            await registration.navigationPreload?.enable();
            await clients.claim();
          })());
        });

        """

    /// Fetches each page from the server, or shows the page for an unreachable server.
    private static let answering = """
        const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
        let language = "";
        async function remember(tag) {
          if (!offline[tag] || tag === language) return;
          language = tag;
          await (await caches.open(place)).put("/apps/language", new Response(tag));
        }
        async function sayOffline(form) {
          const cache = await caches.open(place);
          const kept = await cache.match("/apps/language");
          const own = navigator.language.startsWith("en") ? "en" : "es";
          const page = await cache.match(offline[kept ? await kept.text() : own]);
          if (!page) return Response.error();
          let text = await page.text();
          if (form) {
            const inputs = [...form].filter(([name, value]) => name !== secret && typeof value === "string")
              .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`);
            text = text.replace("<p hidden>", "<p>").replace(/<a class="button primary" href="">(.*?)<\\/a>/, (_, title) =>
              `<form method="post">${inputs.join("")}<button class="button primary">${title}</button></form>`);
          }
          return new Response(text, { status: 503, headers: page.headers });
        }
        async function open(event, form) {
          try {
            const answer = (await event.preloadResponse) || (await fetch(event.request));
            event.waitUntil(remember(answer.headers.get("Content-Language")));
            return answer;
          } catch {
            return sayOffline(await form);
          }
        }
        addEventListener("fetch", (event) => {
          const request = event.request;
          // Going back to the answer to a form must not send the form again: the browser's own page asks.
          if (request.method !== "GET" && (request.isHistoryNavigation || request.cache === "only-if-cached")) return;
          if (request.mode === "navigate") {
            const form = request.method === "POST" ? request.clone().formData().catch(() => null) : null;
            event.respondWith(open(event, form));
          } else if (files.includes(new URL(request.url).pathname)) {
            event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
          }
        });

        """
}
