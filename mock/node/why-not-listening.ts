/** Why a server cannot listen there, and what to do; undefined for other errors. `named` is what its settings are called. */
export function whyNotListening(
  { code }: NodeJS.ErrnoException,
  { port, host }: { readonly port?: number; readonly host?: string },
  named = { port: '--port', anyPort: '--port 0', host: '--host' },
): string | undefined {
  if (code === 'EADDRINUSE')
    return `port ${port} is taken. Choose another with ${named.port}, or ${named.anyPort} for any free one.`
  if (code === 'EACCES') return `port ${port} is not allowed here. Choose one above 1023 with ${named.port}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Choose another with ${named.host}.`
  return undefined
}
