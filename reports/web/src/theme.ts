// Light, dark, or what the system says. Kept in this browser where it lets a file keep anything.

const KEY = "kilter-theme";
const NEXT: Record<string, string> = { "": "dark", dark: "light", light: "" };
const NAMES: Record<string, string> = { "": "as the system", dark: "dark", light: "light" };

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Nothing is kept; the choice holds for this page.
  }
}

export function addThemeButton(): void {
  const place = document.getElementById("page-tools");
  if (!place) return;
  let theme = stored() in NEXT ? stored() : "";
  const button = document.createElement("button");
  button.type = "button";
  const apply = () => {
    if (theme) document.documentElement.dataset["theme"] = theme;
    else delete document.documentElement.dataset["theme"];
    button.textContent = `Colours: ${NAMES[theme]}`;
  };
  button.addEventListener("click", () => {
    theme = NEXT[theme] ?? "";
    keep(theme);
    apply();
  });
  apply();
  place.append(button);
}
