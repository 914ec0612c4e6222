/** The forms in which a key can be sent, or something that looks like one. */

export type Form = readonly [who: string, made: (key: string) => string]

/** Keys that were never issued, however much they resemble an issued one. */
export const UNKNOWN_KEYS: readonly Form[] = [
  ['an unknown key', lookalike],
  ['the key with another last character', key => key.slice(0, -1) + otherSign(key.at(-1))],
  ['the key without its last character', key => key.slice(0, -1)],
  ['the key and one character more', key => `${key}x`],
  ['the key without its first character', key => key.slice(1)],
  ['the key twice over', key => key + key],
  // What follows the right key may be left unread.
  ['two keys, the second one right', key => `x, Bearer ${key}`],
]

/** A valid key under the Basic scheme; the value is the whole header. */
export const BASIC: readonly Form[] = [
  ['the key as the user of Basic', key => `Basic ${base64(`${key}:`)}`],
  ['the key itself under Basic', key => `Basic ${key}`],
  ['the key as the password of Basic', key => `Basic ${base64(`:${key}`)}`],
]

/** A valid key without the scheme Bearer; the value is the whole header. */
export const NO_BEARER: readonly Form[] = [
  ['the key without a scheme', key => key],
  ['the scheme Token', key => `Token ${key}`],
  ['the scheme ApiKey', key => `ApiKey ${key}`],
  ['the scheme Digest', key => `Digest ${key}`],
  ['the scheme joined to the key', key => `Bearer${key}`],
  ['a scheme that begins with Bearer', key => `BearerX ${key}`],
  ['a scheme that ends with Bearer', key => `XBearer ${key}`],
  ['a colon after Bearer', key => `Bearer:${key}`],
]

/** A valid key outside the Authorization header. */
export const ELSEWHERE: readonly (readonly [
  who: string,
  made: (key: string) => { query?: Record<string, string>; headers?: Record<string, string> },
])[] = [
  ['the key as a query parameter', key => ({ query: eachIs(QUERY_NAMES, key) })],
  ['the key as a cookie', key => ({ headers: { cookie: COOKIES.map(name => `${name}=${key}`).join('; ') } })],
  ['the key in another header', key => ({ headers: eachIs(HEADER_NAMES, key) })],
]

const eachIs = (names: readonly string[], value: string): Record<string, string> =>
  Object.fromEntries(names.map(name => [name, value]))

const QUERY_NAMES = ['api_key', 'apikey', 'key', 'token', 'access_token', 'authorization']
const COOKIES = ['api_key', 'token', 'session', 'access_token']
const HEADER_NAMES = ['x-api-key', 'api-key', 'x-auth-token', 'x-access-token']

/** Authorization headers that are present and contain no key. */
export const EMPTY: readonly (readonly [who: string, authorization: string])[] = [
  ['an empty header', ''],
  ['the scheme alone', 'Bearer'],
  ['the scheme and a space', 'Bearer '],
]

/** Selects a form by name, so that the operations together cover all forms. */
export function inTurn<T>(forms: readonly T[], name: string): T | undefined {
  const sum = [...name].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 9973, 7)
  return forms[sum % forms.length]
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const otherSign = (sign = '') =>
  sign === 'x' ? 'y' : /\d/.test(sign) ? String((Number(sign) + 1) % 10) : 'x'

/** The key with capitals for small letters; that it is refused is not stated. */
export function inOtherCase(key: string): string {
  const turned = [...key]
    .map(sign => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()))
    .join('')
  return turned === key ? `${key}X` : turned
}

/** Same shape and length but other letters: refused because it is unknown, not because it is malformed. */
function lookalike(key: string): string {
  const turn = (text: string) =>
    text
      .replace(/[a-z]/g, letter => String.fromCharCode(((letter.charCodeAt(0) - 97 + 11) % 26) + 97))
      .replace(/[A-Z]/g, letter => String.fromCharCode(((letter.charCodeAt(0) - 65 + 11) % 26) + 65))
      .replace(/\d/g, digit => String((Number(digit) + 3) % 10))
  // Keeps only a prefix such as `sk_live_`, so that an echo of the request cannot leak the secret.
  const at = (/^(?:[a-z]{1,8}[_-]){1,2}/i.exec(key)?.[0] ?? '').length
  const changed = key.slice(0, at) + turn(key.slice(at))
  return changed === key ? 'no-such-key-of-this-service' : changed
}
