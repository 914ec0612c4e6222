/** An address that can be pasted, for one that a server listens on: that of all addresses of a machine is none. */
export function reachableUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, '//127.0.0.1')
}
