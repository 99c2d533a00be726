import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  root: "tests/toys",
  plugins: [svelte({ configFile: "../../svelte.config.js" })],
  build: { assetsInlineLimit: 0, target: "es2022", emptyOutDir: true },
});
