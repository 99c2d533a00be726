import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

settings.load();
addEventListener("storage", () => settings.load()); // chosen in another window of this browser
router.start();
const target = document.getElementById("app");
if (target) mount(App, { target });
