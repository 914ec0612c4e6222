// What is printed after the start. It fits a terminal of 80 columns and 24 lines.
import { styleText } from 'node:util'
import type { Mock } from '../index.ts'

export interface StartScreenOptions {
  /** Columns of the terminal. Default: 80. */
  readonly width?: number | undefined
  readonly colors?: boolean
  /** The settings that differ from the defaults, such as `clock x60`. */
  readonly set?: readonly string[]
}

/** The address, the keys, and two commands to paste. */
export function startScreen(
  { url, demo, controlKey }: Pick<Mock, 'url' | 'demo'> & Partial<Pick<Mock, 'controlKey'>>,
  options: StartScreenOptions = {},
): string {
  const { width = 80, colors = false, set = [] } = options
  const { keys, agents } = demo.roles
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  const indent = width < 68 ? '' : '  '
  /** Narrow terminals lose the notes first; then values move below their names. */
  const line = (name: string, value: string, note = '') => {
    const room = width - indent.length - 11 - value.length
    if (room < 0)
      return [name && indent + paint('dim', name), `${indent}  ${value}`].filter(Boolean).join('\n')
    const shown = note === '' || note.length + 2 > room ? '' : `  ${paint('dim', note)}`
    return `${indent}${paint('dim', name.padEnd(9))}  ${value}${shown}`
  }
  const key = (role: keyof typeof keys) => `${role.padEnd(9)}  ${keys[role].padEnd(18)}`
  return [
    '',
    `${indent}${paint('bold', 'agent-work mock')} is ready at ${paint(['bold', 'cyan'], url)}`,
    indent + paint('dim', '─'.repeat(Math.max(8, Math.min(width, 80) - 2 * indent.length))),
    line('keys', key('admin'), 'sees the whole workspace'),
    line('', key('manager'), 'sees the team Finance'),
    line('', key('member'), 'sees own work and what is shared'),
    line('', key('read-only'), 'reads the whole workspace'),
    '',
    line('console', consoleAddress(url, controlKey), 'to see and to act in'),
    line('target', `${url}/_mock/target.yaml`, 'for the conformance suite'),
    ...(controlKey === undefined ? [] : [line('/_mock key', controlKey, 'in the header X-Mock-Control-Key')]),
    ...set.map((what, index) => line(index === 0 ? 'set' : '', what)),
    '',
    ...curl(indent, keys.admin, [], `${url}/agents/`),
    '',
    ...curl(
      indent,
      keys.admin,
      [`-H 'Content-Type: application/json'`, `-d '{"input":{"task":"Check invoice 17"}}'`],
      `${url}/agents/${agents['agent-that-finishes']}/run`,
    ),
    '',
    `${indent}Ctrl-C stops the mock; --help lists the settings.`,
    '',
  ].join('\n')
}

/** The key goes behind `#`, which no browser sends. */
function consoleAddress(url: string, controlKey: string | undefined): string {
  return `${url}/_mock/console/${controlKey === undefined ? '' : `#key=${encodeURIComponent(controlKey)}`}`
}

/** A command to paste, in lines that fit. */
function curl(indent: string, key: string, more: readonly string[], url: string): string[] {
  const parts = [`curl -H 'Authorization: Bearer ${key}'`, ...more, url]
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1
    return `${indent}${index === 0 ? '' : indent}${part}${isLast ? '' : ' \\'}`
  })
}
