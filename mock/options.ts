// What can be said on the command line and in the environment, and what is wrong with what was said.
import { parseArgs } from 'node:util'
import { gaps } from '#openapi'
import type { ClockChoice, MockOptions } from './index.ts'

/** Something on the command line or in the environment cannot be used; the message says what and what to do. */
export class UsageError extends Error {}

export const usage = `agent-work-mock: the Agent Work Service on your machine.

  --port <n>          the port to listen on; 0 takes any free one   (4010)
  --host <address>    the address to listen on                      (127.0.0.1)
  --seed <text>       what ids, chance and data follow from         (demo)
  --clock <how>       real, x60 (a minute a second), frozen,
                      or frozen at a time: 2026-11-20T09:00:00Z     (real)
  --gap <id>=<answer> answer a silence of the specification another
                      way; may be given several times
  --control-key <text> ask for this text on /_mock, in the header
                      X-Mock-Control-Key
  --gaps              list the silences with their answers
  --help              this text

Each flag can be set in the environment too: AGENT_WORK_MOCK_PORT, _HOST, _SEED, _CLOCK, _CONTROL_KEY, and _GAP with answers
separated by commas. A flag wins over the environment.`

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  seed: { type: 'string' },
  clock: { type: 'string' },
  gap: { type: 'string', multiple: true },
  'control-key': { type: 'string' },
  gaps: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** The options that were given; `help` when only the text was wanted. Throws `UsageError`. */
export function readOptions(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
): MockOptions | 'help' {
  const flags = readFlags(args)
  if (flags.help) return 'help'
  const said = (name: 'port' | 'host' | 'seed' | 'clock' | 'control-key') =>
    flags[name] ?? env[`AGENT_WORK_MOCK_${name.toUpperCase().replace('-', '_')}`] ?? undefined
  const host = said('host')
  const seed = said('seed')
  const controlKey = said('control-key')
  const answers = flags.gap ?? env.AGENT_WORK_MOCK_GAP?.split(',').filter(Boolean) ?? []
  return {
    port: portIn(said('port') ?? '4010'),
    clock: clockIn(said('clock') ?? 'real'),
    profile: profileIn(answers),
    ...(host === undefined ? {} : { host }),
    ...(seed === undefined ? {} : { seed }),
    ...(controlKey === undefined ? {} : { controlKey }),
  }
}

function readFlags(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS, strict: true }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function portIn(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port takes a number from 0 to 65535, not '${text}'.`)
}

function clockIn(text: string): ClockChoice {
  if (text === 'real') return 'real'
  const scale = /^x(\d+(?:\.\d+)?)$/.exec(text)?.[1]
  if (scale !== undefined && Number(scale) > 0) return { scale: Number(scale) }
  if (text === 'frozen') return { frozen: 'now' }
  if (!Number.isNaN(Date.parse(text))) return { frozen: text }
  throw new UsageError(
    `--clock takes real, x60, frozen, or a time such as 2026-11-20T09:00:00Z, not '${text}'.`,
  )
}

/** The answers in texts such as `error-body=problem`. */
function profileIn(texts: readonly string[]): NonNullable<MockOptions['profile']> {
  const answers: Record<string, string> = {}
  for (const text of texts) {
    const [id = '', answer = ''] = text.split('=', 2)
    const gap = gaps.find(gap => gap.id === id)
    if (!gap) throw new UsageError(`--gap ${text}: there is no gap '${id}'${closest(id)}. --gaps lists them.`)
    const known = gap.answers.map(answer => answer.id)
    if (!known.some(one => one === answer))
      throw new UsageError(`--gap ${text}: ${id} can be answered with ${known.join(', ')}, not '${answer}'.`)
    answers[id] = answer
  }
  return answers
}

function closest(id: string): string {
  const near = gaps.filter(
    gap => gap.id.includes(id) || id.includes(gap.id) || gap.id.split('-').some(part => id.includes(part)),
  )
  return id !== '' && near.length > 0
    ? `; did you mean ${near
        .slice(0, 3)
        .map(gap => gap.id)
        .join(', ')}?`
    : ''
}
