/** Plain data as letters that an address can hold. */

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function packed(plain: unknown): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(plain)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What such letters hold; null where that is nothing, or more than so many characters. */
export async function unpacked(letters: string, most: number): Promise<unknown> {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return text.length < most ? (JSON.parse(text) as unknown) : null;
  } catch {
    return null;
  }
}
