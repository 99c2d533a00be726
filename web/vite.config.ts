import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

// `vite dev` beside a running `quadrilatero serve`: the page is rebuilt as it is edited, the data is the server's.

export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, ".", "QUADRI_")["QUADRI_SERVER"] ?? "http://127.0.0.1:8743";
  return {
    plugins: [svelte()],
    // No inlined assets: the page's content-security policy allows none.
    // The manifest says which files a page needs: hatch_build.py weighs them.
    build: { outDir: "dist", assetsInlineLimit: 0, target: "es2022", cssMinify: true, reportCompressedSize: false, manifest: "manifest.json" },
    server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  };
});
