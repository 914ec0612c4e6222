/** Reads the text of a setting, as a flag, a variable or a file gives it; throws InvalidValue, which says what it takes. */
import { readFileSync } from 'node:fs'
import { whyNot } from '../../flags/files.ts'
import { InvalidValue, reader } from '../../flags/flag.ts'
import type { ClockChoice } from '../index.ts'
import { AnswerError, answerTo } from '../profile/answers.ts'
import type { Origins } from '../server/cors.ts'
import { isInstant, MAX_FACTOR } from '../simulation/calendar.ts'

export const urlIn = reader('an address such as https://agents.example.com', text =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text.replace(/\/+$/, '') : undefined,
)

export const portIn = reader('a number from 0 to 65535', text =>
  /^\d+$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined,
)

export const clockIn = reader(
  'real, x60, frozen, or a time such as 2026-11-20T09:00:00Z',
  (text): ClockChoice | undefined => {
    if (text === 'real') return 'real'
    if (text === 'frozen') return { frozen: 'now' }
    if (/^\d{4}-\d\d/.test(text) && isInstant(Date.parse(text))) return { frozen: text }
    const scale = Number(/^x(\d+(?:\.\d+)?)$/.exec(text)?.[1])
    if (scale > MAX_FACTOR) throw new InvalidValue(`takes at most x${MAX_FACTOR}, not '${text}'.`)
    return scale > 0 ? { scale } : undefined
  },
)

export const teamKeyIn = reader(
  'a team and its key, such as billing=sesame',
  (text): [team: string, key: string] | undefined => {
    const [, team, key] = /^([\w.-]+)=(.+)$/.exec(text) ?? []
    return team === undefined || key === undefined ? undefined : [team, key]
  },
)

export const shardIn = reader('s and a number, such as s1', text => /^s\d+$/.exec(text)?.[0])

type Shards = Readonly<Record<string, string>>

/** Shards by name, each with its address; or a file of them, which is read each time, so that new shards need no restart. */
export function peersIn(text: string): Shards | (() => Shards) {
  if (text.includes('=')) return shardsIn(text)
  let last = shardsIn(fileOfShards(text))
  return () => {
    try {
      last = shardsIn(fileOfShards(text))
    } catch {
      // It is being written, or has a mistake: what it had goes on to hold.
    }
    return last
  }
}

function fileOfShards(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new InvalidValue(
      `takes shards such as s1=10.0.0.1:4010,s2=10.0.0.2:4010, or a file of them; ${path} cannot be read: ${whyNot(error)}.`,
    )
  }
}

function shardsIn(text: string): Record<string, string> {
  const peers = text.split(/[,\n]/).map(part => {
    const [name = '', address = ''] = part.trim().split('=')
    const url = /^https?:/.test(address) ? address : `http://${address}`
    if (!/^s\d+$/.test(name) || address === '' || !URL.canParse(url))
      throw new InvalidValue(`takes shards such as s1=10.0.0.1:4010,s2=10.0.0.2:4010, not '${part.trim()}'.`)
    return [name, url.replace(/\/+$/, '')] as const
  })
  const twice = peers.find(([name], index) => peers.findIndex(([other]) => other === name) < index)
  if (twice) throw new InvalidValue(`takes each shard once, and ${twice[0]} is there twice.`)
  return Object.fromEntries(peers)
}

export const secondsIn = reader('seconds, such as 10 or 0.5', text =>
  /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined,
)

export function originsIn(text: string): Origins {
  if (text === '*') return 'any'
  if (text === 'none') return 'none'
  return originListIn(text, '*, none, or ')
}

export function originListIn(text: string, others = ''): string[] {
  return text.split(',').map(part => {
    const origin = part.trim()
    if (origin === 'null' || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin
    throw new InvalidValue(
      `takes ${others}origins such as http://localhost:5173 (no path, no slash at the end), not '${origin}'.`,
    )
  })
}

/** Joins several lists. `*` and `none` stand alone; the last of them counts. */
export function allOrigins(said: readonly Origins[]): Origins {
  const last = said.at(-1)
  return typeof last === 'string' ? last : said.flatMap(one => (typeof one === 'string' ? [] : one))
}

/** Reads a gap and its answer, such as `error-body=problem`. */
export function gapAnswerIn(text: string): [gap: string, answer: string] {
  const [id = '', answer = ''] = text.split('=', 2)
  try {
    return answerTo(id, answer)
  } catch (error) {
    if (error instanceof AnswerError) throw new InvalidValue(`${text}: ${error.message}.`)
    throw error
  }
}
