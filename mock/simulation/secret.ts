// A secret of the mock itself, on which nothing in a world depends.

/** A text that cannot be guessed. */
export function freshSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
