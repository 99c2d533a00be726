/** Things by what they share, in the order in which they come. */
export function grouped<T, K>(things: Iterable<T>, key: (thing: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const thing of things) found.set(key(thing), [...(found.get(key(thing)) ?? []), thing]);
  return found;
}
