// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The part of the script that asks the browser for the user's position, for buttons that lead to
/// content about that position.
///
/// The position is rounded to two decimals of a degree, about a kilometer, because weather data are
/// not more precise.
enum PositionScript {
    static let text = """
          for (const button of document.querySelectorAll("[data-locate]")) {
            if (!navigator.geolocation) continue;
            delete button.dataset.waiting;
            const note = document.getElementById(button.getAttribute("aria-describedby"));
            button.addEventListener("click", () => {
              button.setAttribute("aria-busy", "true");
              navigator.geolocation.getCurrentPosition(({ coords }) => {
                const address = new URL(button.dataset.locate, location.href);
                address.searchParams.set("lat", coords.latitude.toFixed(2));
                address.searchParams.set("lon", coords.longitude.toFixed(2));
                location.href = address;
              }, () => {
                button.removeAttribute("aria-busy");
                note.textContent = button.dataset.refused;
              }, { timeout: 10000, maximumAge: 600000 });
            });
          }

        """
}
