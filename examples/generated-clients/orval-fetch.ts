// The fetch function of orval's client; it adds the address and the key.
let address = ''
let secret = ''

export function connect(baseUrl: string, key: string): void {
  address = baseUrl
  secret = key
}

export async function serviceFetch<Reply>(path: string, init: RequestInit): Promise<Reply> {
  const headers = { ...init.headers, authorization: `Bearer ${secret}` }
  const response = await fetch(address + path, { ...init, headers })
  const data = (await response.json()) as unknown
  return { data, status: response.status, headers: response.headers } as Reply
}
