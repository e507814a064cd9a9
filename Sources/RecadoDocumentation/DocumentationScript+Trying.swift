// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension DocumentationScript {
    static let trying: HTML = .trusted(
        #"""

          const listen = (box) => {
            const form = box.querySelector("form"), result = box.querySelector(".result");
            const state = box.querySelector(".status");
            const [button, halt] = all(form, ".buttons button");
            const act = form.dataset.protocols === undefined ? send : converse;
            let stop;
            halt.addEventListener("click", () => stop.abort());
            form.addEventListener("submit", async (event) => {
              event.preventDefault();
              stop = new AbortController();
              button.disabled = true;
              halt.hidden = false;
              try {
                await act(form, state, result, stop);
              } catch (error) {
                result.replaceChildren();
                tell(state, `${words.notValid} ${error.message}`, "bad");
              }
              // If the user has moved the focus elsewhere, it stays there.
              const isHere = [document.body, button, halt].includes(document.activeElement);
              button.disabled = false;
              halt.hidden = true;
              if (isHere) button.focus({ preventScroll: true });
            });
            box.querySelector("form.message")?.addEventListener("submit", (event) => {
              event.preventDefault();
            });
            const link = form.querySelector("[data-link]");
            link.addEventListener("click", () => copy(addressOf(form), link));
          };

          // Lets the user write the content by hand, if the endpoint takes any.
          const letWrite = (form) => {
            const byHand = form.querySelector("[data-by-hand]");
            byHand?.addEventListener("change", () => {
              const area = form.querySelector("[data-text]");
              for (const control of all(form, ".members [data-in]"))
                control.disabled = byHand.checked;
              form.querySelector(".members").hidden = byHand.checked;
              area.parentElement.hidden = !byHand.checked;
              try {
                if (byHand.checked) area.value = String(written(form, role(form, "content-format")));
              } catch (error) { area.value = ""; }
            });
          };

          for (const box of all(document, "details.try")) {
            listen(box);
            letWrite(box.querySelector("form"));
            box.hidden = false;
          }
          begin();
        })();

        """#
    )
}
