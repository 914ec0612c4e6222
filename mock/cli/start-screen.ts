// The text printed after the start. It fits a terminal of 80 columns and 24 lines.
import { styleText } from 'node:util'
import type { Mock } from '../index.ts'

export interface StartScreenOptions {
  /** Columns of the terminal. Default: 80. */
  readonly width?: number | undefined
  readonly colors?: boolean
  /** The settings that differ from the defaults, such as `clock x60`. */
  readonly set?: readonly string[]
  /** The file that keeps the world. */
  readonly kept?: string | undefined
}

/** The mock, and the file of its certificate that clients have to trust. */
type Shown = Pick<Mock, 'url' | 'demo'> &
  Partial<Pick<Mock, 'controlKey'>> & { readonly trusted?: string | undefined }

/** The address, the keys, and two commands to paste. */
export function startScreen({ url, demo, controlKey, trusted }: Shown, options: StartScreenOptions = {}) {
  const { width = 80, colors = false, set = [], kept } = options
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  const indent = width < 68 ? '' : '  '
  /** Narrow terminals omit the notes first; then values move below their names. */
  const line = (name: string, value: string, note = '') => {
    const room = width - indent.length - 11 - value.length
    if (room < 0)
      return [name && indent + paint('dim', name), `${indent}  ${value}`].filter(Boolean).join('\n')
    const shown = note === '' || note.length + 2 > room ? '' : `  ${paint('dim', note)}`
    return `${indent}${paint('dim', name.padEnd(9))}  ${value}${shown}`
  }
  const keys = shownKeys(demo)
  const longest = Math.max(9, ...keys.map(({ name }) => name.length))
  const first = keys[0]?.secret ?? ''
  const agent = firstAgent(demo)
  const trust = trusted === undefined ? [] : [`--cacert ${trusted}`]
  return [
    '',
    `${indent}${paint('bold', 'agent-work mock')} is ready at ${paint(['bold', 'cyan'], url)}`,
    indent + paint('dim', '─'.repeat(Math.max(8, Math.min(width, 80) - 2 * indent.length))),
    ...keys.map(({ name, secret, note }, index) =>
      line(index === 0 ? 'keys' : '', `${name.padEnd(longest)}  ${secret.padEnd(18)}`, note),
    ),
    '',
    line('console', consoleAddress(url, controlKey), 'to see and to act in'),
    line('target', `${url}/_mock/target.yaml`, 'for the conformance suite'),
    ...(controlKey === undefined ? [] : [line('/_mock key', controlKey, 'in the header X-Mock-Control-Key')]),
    kept === undefined
      ? line('kept', 'nothing', 'the world ends with the mock; --keep world.db keeps it')
      : line('kept', kept, 'a restart with it goes on here'),
    ...(trusted === undefined
      ? []
      : [line('trust', `NODE_EXTRA_CA_CERTS=${trusted}`, 'for Node; curl takes --cacert')]),
    ...set.map((what, index) => line(index === 0 ? 'set' : '', what)),
    '',
    // The certificate takes three lines of the 24.
    ...(trusted === undefined ? [...curl(indent, first, trust, `${url}/agents/`), ''] : []),
    ...(agent === undefined
      ? []
      : [
          ...curl(
            indent,
            first,
            [...trust, `-H 'Content-Type: application/json'`, `-d '{"input":{"task":"Check invoice 17"}}'`],
            `${url}/agents/${agent}/run`,
          ),
          '',
        ]),
    `${indent}Ctrl-C stops it; agent-work help lists what else there is.`,
    '',
  ].join('\n')
}

/** The demo's most important keys first; in other worlds, those of people who see most. */
const FIRST = ['admin', 'manager', 'member', 'read-only']

function shownKeys({ workspace: { tables } }: Mock['demo']) {
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const roles = ['admin', 'manager', 'member']
  return tables.keys
    .all()
    .filter(({ revokedAt, scopes }) => revokedAt === null && scopes.length > 0)
    .map(key => ({ key, person: tables.people.get(key.personId) }))
    .toSorted(
      (a, b) =>
        rank(a.key.name) - rank(b.key.name) ||
        roles.indexOf(a.person?.role ?? '') - roles.indexOf(b.person?.role ?? ''),
    )
    .slice(0, 4)
    .map(({ key: { name, secret, scopes }, person }) => {
      const verb = scopes.every(scope => scope.endsWith(':read')) ? 'reads' : 'sees'
      const teams = person?.managedTeamIds.map(id => tables.teams.get(id)?.name).join(' and ')
      const seen = {
        admin: 'the whole workspace',
        manager: `the team ${teams}`,
        member: 'own work and what is shared',
      }[person?.role ?? 'member']
      return { name, secret, note: `${verb} ${seen}` }
    })
}

function firstAgent({ roles, workspace: { tables } }: Mock['demo']): string | undefined {
  return roles.agents?.['agent-that-finishes'] ?? tables.agents.range('newest', null, { limit: 1 })[0]?.id
}

/** The key is in the fragment, which browsers never send. */
function consoleAddress(url: string, controlKey: string | undefined): string {
  return `${url}/_mock/console/${controlKey === undefined ? '' : `#key=${encodeURIComponent(controlKey)}`}`
}

/** A command to paste, wrapped to the width. */
function curl(indent: string, key: string, more: readonly string[], url: string): string[] {
  const parts = [`curl -H 'Authorization: Bearer ${key}'`, ...more, url]
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1
    return `${indent}${index === 0 ? '' : indent}${part}${isLast ? '' : ' \\'}`
  })
}
