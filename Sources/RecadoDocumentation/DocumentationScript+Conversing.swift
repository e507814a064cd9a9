// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension DocumentationScript {
    static let conversing: HTML = .trusted(
        #"""

          // Opens a WebSocket, and resolves when it has ended. Messages are shown only as text.
          const converse = (form, state, result, stop) => {
            const call = prepare(form), home = location.origin.replace(/^http/, "ws");
            result.replaceChildren(...block(words.request, home + target(call, call.shown)));
            tell(state, words.sending, "hint");
            const began = performance.now();
            const protocols = form.dataset.protocols.split(" ").filter((name) => name);
            const socket = new WebSocket(home + target(call, call.query), protocols);
            socket.binaryType = "arraybuffer";
            const timer = setTimeout(() => socket.close(), patience);
            stop.signal.addEventListener("abort", () => socket.close(1000));

            const message = form.parentElement.querySelector("form.message");
            const button = message.querySelector("button"), over = new AbortController();
            let paper;
            const note = (who, data) => {
              const text = typeof data === "string" ? data : `${data.byteLength} B`;
              paper.add(`${who}: ${text}\n`);
            };
            const speak = () => {
              const text = message.querySelector("textarea").value;
              if (socket.readyState !== WebSocket.OPEN) return;
              socket.send(text);
              note(words.client, text);
            };
            socket.addEventListener("open", () => {
              clearTimeout(timer);
              const time = `${(performance.now() - began).toFixed(0)} ms`;
              const parts = [words.opened, time, socket.protocol].filter((part) => part);
              tell(state, parts.join(" · "), "good");
              paper = sheet(result, words.messages, true);
              button.disabled = false;
              message.addEventListener("submit", speak, { signal: over.signal });
            });
            socket.addEventListener("message", (event) => note(words.server, event.data));

            return new Promise((end) => {
              socket.addEventListener("close", (event) => {
                clearTimeout(timer);
                over.abort();
                button.disabled = true;
                const isGood = [1000, 1001, 1005].includes(event.code);
                const text = `${words.closed} ${event.code} ${event.reason}`.trim();
                if (paper) tell(state, text, isGood ? "good" : "bad");
                else if (stop.signal.aborted) tell(state, words.stopped, "hint");
                else tell(state, words.notOpened, "bad");
                end();
              });
            });
          };
        """#
    )
}
