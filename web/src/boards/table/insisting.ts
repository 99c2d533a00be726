/** Asking a server that may be busy: what it lets go is asked again, each time after a longer while. */

const TRIES = 5;
const PAUSE = 300;

/** The answer, or null where there is none after a few tries or it is wanted no more. */
export async function insist<T>(ask: () => Promise<T | null>, wanted: () => boolean): Promise<T | null> {
  for (let tries = 0; tries <= TRIES && wanted(); tries += 1) {
    const found = await ask();
    if (found !== null) return found;
    await new Promise((done) => setTimeout(done, PAUSE * (tries + 1)));
  }
  return null;
}
