import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { router } from "./lib/router.svelte";
import { settings, store, stored } from "./lib/settings.svelte";

settings.load();
addEventListener("storage", () => settings.load()); // chosen in another window of this browser
router.start();
const target = document.getElementById("app");
if (target) mount(App, { target });

// The fonts weigh more than the first page: they come after it, or at once where the browser has kept them.
const fonts = () => void import("./fonts.css").then(() => store("fonts", "kept"), () => undefined);
if (stored("fonts") !== null || document.readyState === "complete") fonts();
else addEventListener("load", fonts);
