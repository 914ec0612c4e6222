// The site: the pages of docs/ as a folder of files that any server of files can serve.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, normalize, relative } from 'node:path'
import { commandReference } from '../../cli/command-reference.ts'
import { rulesText } from '../../conformance/commands/rules-text.ts'
import { escaped } from '../../platform/escaped.ts'
import { browserBundle, browserScript, licensesOf } from '../browser-bundle.ts'
import type { Files } from '../write-files.ts'
import { groups } from './contents.ts'
import { highlighted } from './highlight.ts'
import { homeMarkdown, readersHtml } from './home.ts'
import { type Page, readPage } from './read-page.ts'
import { type Link, type PageParts, pageHtml } from './template.ts'

/** Kinds of files that become a page when a page links to them. */
const SHOWN = ['.ts', '.md', '.py', '.go', '.yaml', '.yml', '.json']

/**
 * The files of the site by their names. One that stands alone has the mock that runs in its pages, and the pictures; a mock
 * that serves it has both.
 */
export async function siteFiles(root: string, { alone }: { readonly alone: boolean }): Promise<Files> {
  const names = groups.flatMap(({ pages }) => pages)
  /** What pages link to beside those of the navigation: files of the repository, by their paths. */
  const linked = new Set<string>()
  const files: Record<string, string | Uint8Array> = {}
  /** Pages with what a command prints elsewhere. */
  const printed: Record<string, string> = {
    'command-line': `${textOf('docs/command-line.md')}\n${await commandReference()}`,
    rules: rulesText(),
  }
  const pages = new Map<string, Page>(names.map(name => [name, read(fileOf(name), printed[name])]))
  const home = readPage(homeMarkdown, resolveFrom('docs/index.md'))
  const titleOf = (name: string): Link => ({ title: pages.get(name)!.title, url: `${name}.html` })
  const menu = groups.map(group => ({ ...group, pages: group.pages.map(titleOf) }))
  const add = (url: string, parts: Omit<PageParts, 'up' | 'url' | 'groups'>) => {
    files[url] = pageHtml({ ...parts, up: '../'.repeat(url.split('/').length - 1), url, groups: menu })
  }
  add('index.html', {
    ...home,
    title: 'agent-work: a mock and a conformance suite for the Agent Work Service',
    description: 'The whole service on your machine, and a suite that says what a deployment does.',
    html: home.html.replace('<p>{{readers}}</p>', readersHtml(menu)),
    isFirst: true,
  })
  for (const [at, name] of names.entries()) {
    const page = pages.get(name)!
    const [previous, next] = [names[at - 1], names[at + 1]].map(other => (other ? titleOf(other) : undefined))
    add(`${name}.html`, {
      ...page,
      description: page.sections[0]?.text.slice(0, 160) ?? '',
      previous,
      next,
    })
  }
  // Pages of linked files link to others in turn.
  for (const path of linked) {
    const text = textOf(path)
    const kind = extname(path).slice(1)
    const code = `<h1>${escaped(basename(path))}</h1><p><code>${escaped(path)}</code></p><figure class="code"><pre tabindex="0"><code>${highlighted(text, kind)}</code></pre></figure>`
    const page = kind === 'md' ? read(path) : { title: basename(path), html: code, sections: [] }
    add(urlOf(path), { ...page, description: path })
  }
  const entries = names.flatMap(name => {
    const { title: page, sections } = pages.get(name)!
    return sections.map(({ id, title, text }) => ({
      page,
      title,
      url: `${name}.html${id && `#${id}`}`,
      text,
    }))
  })
  files['search.json'] = JSON.stringify(entries.map((entry, id) => ({ id, ...entry })))
  Object.assign(files, await pageScripts())
  files['style.css'] = ['mock/console/style/tokens.css', 'scripts/site/page/style.css']
    .map(name => readFileSync(join(root, name), 'utf8').replace(/^@layer tokens, .*;$/m, ''))
    .join('\n')
  if (!alone) return files
  for (const name of readdirSync(join(root, 'docs/pictures')))
    files[`pictures/${name}`] = readFileSync(join(root, 'docs/pictures', name))
  for (const [name, text] of Object.entries(await browserBundle())) files[`mock/${name}`] = text
  return Object.assign(files, consoleFiles(root))

  function fileOf(name: string): string {
    const path = `${name}.md`
    return existsSync(join(root, path)) ? path : join('docs', path)
  }

  function read(path: string, text = textOf(path)): Page {
    return readPage(text, resolveFrom(path))
  }

  function textOf(path: string): string {
    return readFileSync(join(root, path), 'utf8')
  }

  /** Turns links in a file of the repository into those of its page. */
  function resolveFrom(from: string): (href: string) => string | undefined {
    const here = dirname(urlOf(from))
    return href => {
      if (/^[a-z]+:|^#/i.test(href)) return href
      const [target = '', hash] = href.split('#')
      const path = normalize(join(dirname(from), target))
      const full = join(root, path)
      if (path.startsWith('..') || !existsSync(full) || statSync(full).isDirectory()) return undefined
      const isPicture = path.startsWith('docs/pictures/')
      if (!isPicture && !SHOWN.includes(extname(path))) return undefined
      const url = isPicture ? path.slice('docs/'.length) : urlOf(path)
      if (!isPicture && !names.some(name => url === `${name}.html`)) linked.add(path)
      return (relative(here, url) || url) + (hash === undefined ? '' : `#${hash}`)
    }
  }
}

/** Pages of docs/ are at the top, as those of the repository's top are; other files keep their folders. */
function urlOf(path: string): string {
  const page = /^(?:docs\/)?([\w-]+)\.md$/.exec(path)?.[1]
  return page === undefined ? `files/${path.replaceAll('.', '-')}.html` : `${page}.html`
}

/** The web console as a mock serves it, with a page for a frame of the site, whose mock it asks. */
function consoleFiles(root: string): Files {
  const bundle = join(root, 'mock/console/generated/bundle')
  const folder = 'mock/console'
  const files = readdirSync(bundle).map(name => [name, readFileSync(join(bundle, name), 'utf8')] as const)
  const { 'page.html': page = '', ...assets } = Object.fromEntries(files)
  return {
    ...Object.fromEntries(Object.entries(assets).map(([name, text]) => [`${folder}/assets/${name}`, text])),
    [`${folder}/frame.html`]: page
      .replaceAll('{{up}}', './')
      .replace('<link rel="stylesheet"', '<script src="../../console-frame.js"></script>\n    $&'),
  }
}

async function pageScripts(): Promise<Files> {
  const folder = 'scripts/site/page'
  const names = ['page', 'console-frame']
  const scripts = await Promise.all(names.map(name => browserScript(`${folder}/${name}.ts`, folder, true)))
  const files = scripts.map(({ code }, index) => [`${names[index]}.js`, code])
  return { ...Object.fromEntries(files), 'licenses.txt': licensesOf(scripts) }
}
