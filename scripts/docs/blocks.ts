// The fenced blocks of a Markdown page, with the hidden comments that say how to check them:
//
//   <!-- given … -->   TypeScript that runs before the next `ts` block
//   <!-- shows … -->   a TypeScript expression whose value the next `json` or `text` block shows; `…` stands for anything
import { readFileSync } from 'node:fs'

export interface Block {
  /** `docs/running.md:31` */
  readonly place: string
  readonly language: string
  readonly text: string
  readonly given: string
  readonly shows: string | undefined
}

const pattern = /<!-- (given|shows)\n([\s\S]*?)-->|^( *)```(\w*)\n([\s\S]*?)^ *```$/gm

/** The blocks of a page, in order. */
export function blocksOf(root: string, file: string): Block[] {
  const page = readFileSync(`${root}/${file}`, 'utf8')
  const blocks: Block[] = []
  let comments: Record<string, string> = {}
  for (const {
    1: comment,
    2: code = '',
    3: indent = '',
    4: language = '',
    5: text = '',
    index,
  } of page.matchAll(pattern)) {
    if (comment !== undefined) {
      comments[comment] = code
      continue
    }
    blocks.push({
      place: `${file}:${page.slice(0, index).split('\n').length}`,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      given: comments.given ?? '',
      shows: comments.shows,
    })
    comments = {}
  }
  return blocks
}

/** The difference between a value and its documented form; undefined if they match. */
export function differenceFrom(shown: string, value: unknown): string | undefined {
  const actual = typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2)
  if (typeof value === 'string') return wildcard(shown.trimEnd()).test(actual) ? undefined : actual
  return fits(JSON.parse(shown.replaceAll(/(?<=[:,[]\s*)…(?=\s*[,}\]])/g, '"…"')), value) ? undefined : actual
}

/** Whether a value contains everything that the page shows; in texts, `…` matches anything. */
function fits(shown: unknown, value: unknown): boolean {
  if (shown === '…') return value !== undefined
  if (typeof shown === 'string') return typeof value === 'string' && wildcard(shown).test(value)
  if (typeof shown !== 'object' || shown === null) return shown === value
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(shown).every(([key, part]) => fits(part, (value as Record<string, unknown>)[key]))
}

function wildcard(text: string): RegExp {
  const parts = text.split('…').map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`)
}

/** The commands of a shell block, without comments and with continued lines joined; in a session, those behind `$`. */
export function commandsOf({ language, text }: Block): string[] {
  const typed = language === 'console' ? text.replaceAll(/^(?!\$ ).*$/gm, '').replaceAll(/^\$ /gm, '') : text
  return typed
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map(line => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean)
}
