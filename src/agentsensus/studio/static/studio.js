// The frame of the studio: which view to show, both languages, light and dark, and what all views use.
import { homeView } from "./home.js";
import { memoryView } from "./memory.js";
import { runView } from "./run.js";
import { writeView } from "./write.js";

const { h } = Report;
const root = document.getElementById("studio");

export const words = (key, values) => Report.words(key, values);
export const address = (name) => name.split("/").map(encodeURIComponent).join("/");

async function answered(response) {
  const body = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) throw new Error(body.error || response.statusText);
  return body;
}
export const get = async (url) => answered(await fetch(url));
export const post = async (url, body = {}) =>
  answered(await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }));

// A line at the bottom that goes away by itself.
let toastTimer = 0;
export function say(message, isProblem = false) {
  let line = document.getElementById("toast");
  if (!line) document.body.append((line = h("div", { id: "toast" })));
  line.className = isProblem ? "bad" : "";
  line.setAttribute("role", isProblem ? "alert" : "status");
  line.textContent = message;
  line.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { line.hidden = true; }, isProblem ? 9000 : 4000);
}
// Run something a button asks for; while it runs the button is off, and a problem is shown.
export async function busy(button, work) {
  button.disabled = true;
  try {
    return await work();
  } catch (error) {
    say(error.message, true);
    return undefined;
  } finally {
    button.disabled = false;
  }
}
export const button = (key, work, props = {}) => {
  const node = h("button", { type: "button", ...props, onclick: () => busy(node, work) }, words(key));
  return node;
};
export const field = (key, control, help = "") =>
  h("label", { class: "field" }, h("span", {}, words(key)), control, help ? h("small", { class: "quiet" }, help) : "");
export const select = (options, value, props = {}) =>
  h("select", props, options.map(([id, label]) => h("option", { value: id, selected: id === value }, label)));

// A window over the page. Escape and a click beside it close it.
export function dialog(title, ...content) {
  const node = h("dialog", { class: "window", "aria-label": title },
    h("div", { class: "window-top" }, h("h2", {}, title),
      h("button", { type: "button", class: "icon close", "aria-label": words("close"), onclick: () => node.close() }, "×")),
    ...content);
  node.addEventListener("close", () => node.remove());
  node.addEventListener("click", (event) => { if (event.target === node) node.close(); });
  document.body.append(node);
  node.showModal();
  return node;
}

export function topBar(...middle) {
  const language = Report.data.language;
  const other = language === "en" ? "zh" : "en";
  return h("nav", { class: "bar-top", "aria-label": "Agentsensus" },
    h("a", { href: "/", class: "brand" }, h("img", { src: "/static/icon.svg", alt: "", width: 24, height: 24 }), h("span", {}, words("studio"))),
    h("div", { class: "middle" }, ...middle),
    h("button", { type: "button", lang: other, class: "plain", onclick: () => { localStorage.setItem("studio-language", other); location.reload(); } }, Report.data.words[other].language),
    h("button", { type: "button", class: "plain icon", "aria-label": words("theme"), onclick: () => {
      const theme = Report.isDark() ? "light" : "dark";
      localStorage.setItem("studio-theme", theme);
      Report.setTheme(theme);
    } }, "◐"));
}

async function start() {
  const table = await get("/api/words");
  const stored = localStorage.getItem("studio-language");
  const language = table[stored] ? stored : navigator.language.startsWith("zh") ? "zh" : "en";
  Report.start({ words: table, language, runs: [] });
  document.documentElement.lang = table[language].tag;
  const [, view, ...rest] = location.pathname.split("/").map(decodeURIComponent);
  const name = rest.join("/");
  const views = { run: runView, world: writeView, memory: memoryView };
  try {
    await (views[view] || homeView)(root, name);
  } catch (error) {
    root.replaceChildren(topBar(), h("main", { class: "page" }, h("p", { class: "problem", role: "alert" }, error.message), h("p", {}, h("a", { href: "/" }, words("to_home")))));
  }
}
start();
