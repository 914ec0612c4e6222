/** A URL that clients can use. The wildcard address of a server is not one. */
export function reachableUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, '//127.0.0.1')
}
