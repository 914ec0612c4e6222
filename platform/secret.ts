// Secrets of the mock itself; no workspace depends on them.

/** A random text that cannot be guessed. */
export function freshSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
