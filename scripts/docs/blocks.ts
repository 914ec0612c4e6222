// The fenced blocks of a Markdown page, with the hidden comments that say how to check them:
//
//   <!-- given … -->   TypeScript that runs before the next `ts` block
//   <!-- shows … -->   a TypeScript expression whose value the next `json` or `text` block shows; `…` stands for anything
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { idOf } from '../site/read-page.ts'

export interface Block {
  /** `docs/running.md:31` */
  readonly place: string
  readonly language: string
  readonly text: string
  readonly given: string
  readonly shows: string | undefined
}

const pattern = /<!-- (given|shows)\n([\s\S]*?)-->|^( *)```(\w*)\n([\s\S]*?)^ *```$/gm

export function blocksOf(root: string, file: string): Block[] {
  const page = readFileSync(`${root}/${file}`, 'utf8')
  const blocks: Block[] = []
  let comments: Record<string, string> = {}
  for (const found of page.matchAll(pattern)) {
    const [, comment, code = '', indent = '', language = '', text = ''] = found
    if (comment !== undefined) {
      comments[comment] = code
      continue
    }
    blocks.push({
      place: `${file}:${page.slice(0, found.index).split('\n').length}`,
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

/** The pages of the project, or of a package of it. */
export function pagesOf(root: string): string[] {
  const docs = readdirSync(`${root}/docs`).filter(isPage)
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs.map(name => `docs/${name}`)]
}

function isPage(file: string): boolean {
  return file.endsWith('.md')
}

/** The blocks that are programs, and those of them that can be run. */
export function programsOf(blocks: readonly Block[]): { all: Block[]; runnable: Block[] } {
  const all = blocks.filter(({ language, shows }) => language === 'ts' || shows !== undefined)
  return { all, runnable: all.filter(({ given }) => !given.includes('// types only')) }
}

/** A block as a module: its imports first, the rest in a function with a mock and a workspace at hand. */
export function programOf({ language, text, given, shows }: Block, helpers = ''): string {
  const code = language === 'ts' ? `${given}\n${text}` : `${given}\nreturn (${shows?.trim()})`
  const imports = [...code.matchAll(/^import .*$/gm)].map(([line]) => line)
  const rest = code.replaceAll(/^import .*$/gm, '')
  const ownMock = /\bmock = await startMock\b/.test(rest)
  const ownWorkspace = /\bworkspace = mock\.workspace\b/.test(rest)
  return `${[...new Set(imports)].join('\n')}
import { startMock as startDocumentedMock } from 'agent-work'
${helpers}

export default async function (): Promise<unknown> {
${ownMock ? '' : "  await using mock = await startDocumentedMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })"}
${ownMock || ownWorkspace ? '' : '  await using workspace = mock.workspace()'}
${rest}
${language === 'ts' ? '  return undefined\n' : ''}}
`
}

/** The relative links that lead to no file, or to no heading of it. */
export function brokenLinks(root: string, pages: readonly string[]): string[] {
  return pages.flatMap(page => {
    const text = readFileSync(join(root, page), 'utf8')
    const links = /\]\((?!https?:)([^)#\s]*)(#[^)]*)?\)|\bsrc(?:set)?="((?!https?:)[^"]+)"/g
    return [...text.matchAll(links)]
      .filter(([, linked = '', anchor, picture]) => {
        const path = picture ?? linked
        const target = path === '' ? join(root, page) : join(root, dirname(page), path)
        if (!existsSync(target)) return true
        return anchor !== undefined && isPage(target) && !anchorsOf(target).includes(anchor)
      })
      .map(([link]) => `${page} ${link}`)
  })
}

function anchorsOf(path: string): string[] {
  const titles = readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)
  return Array.from(titles, ([, title = '']) => `#${idOf(title)}`)
}
