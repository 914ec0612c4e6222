// Explains why a key is unknown. Most are valid keys that were copied wrongly, or keys of an earlier mock.
import { type Exchange, sentHeaders } from '../journal/exchange.ts'

/**
 * What is wrong with the key of an unmatched request, in one sentence. `nameOf` names a key with its workspace: `the key admin
 * of the workspace demo`.
 */
export function whyUnknown(entry: Exchange, nameOf: (secret: string) => string | undefined): string {
  const header = sentHeaders(entry).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  if (header === undefined) {
    const other = sentHeaders(entry).find(([name, value]) => /key|token/i.test(name) && nameOf(value.trim()))
    return other
      ? `${nameOf(other[1].trim())} came in the header ${other[0]}; it belongs in Authorization, behind Bearer.`
      : 'No Authorization header came. Send Authorization: Bearer <API_KEY>.'
  }
  const [scheme = '', ...rest] = header.trim().split(/\s+/)
  const secret = rest.join(' ')
  if (nameOf(scheme)) return `${nameOf(scheme)} came without the word Bearer in front of it.`
  if (secret === '') return 'The header has nothing behind its first word; a variable may have been empty.'
  if (scheme.toLowerCase() !== 'bearer')
    return `The header begins with ${scheme}, and keys come behind Bearer${nameOf(secret) ? `; it is ${nameOf(secret)}` : ''}.`
  const bare = secret.replace(/^["'<]+|["'>,;]+$/g, '')
  if (bare !== secret && nameOf(bare)) return `${nameOf(bare)} came with quotes or brackets around it.`
  if (/^\$|^\{|^<|%|undefined|null/.test(secret))
    return 'What came looks like the name of a variable and not like its value.'
  if (!secret.startsWith('awk_'))
    return 'It is no key of a mock: those begin with awk_. It may be one of another deployment.'
  return 'No workspace has it. Keys go with their workspace, and a mock that was started again makes new ones, but for those of the demo.'
}
