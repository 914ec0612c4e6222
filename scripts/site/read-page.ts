// Reads a page of Markdown: its HTML, its headings, and its sections for the search.
import { Marked, type Token, type Tokens } from 'marked'
import { escaped } from '../../platform/escaped.ts'
import { highlighted } from './highlight.ts'
import { requestsIn } from './page/curl.ts'

/** A heading with what stands below it. */
export interface Section {
  readonly depth: number
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface Page {
  readonly title: string
  readonly html: string
  readonly sections: readonly Section[]
}

/** `resolve` turns the address of a link or a picture into that on the site; undefined if there is nothing there. */
export function readPage(markdown: string, resolve: (href: string) => string | undefined): Page {
  const sections: (Section & { text: string })[] = []
  const marked = new Marked().use({
    renderer: {
      heading(token) {
        const text = plain(token.tokens)
        const id = idOf(text)
        const inner = this.parser.parseInline(token.tokens)
        if (token.depth === 1) return `<h1>${inner}</h1>\n`
        return `<h${token.depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${token.depth}>\n`
      },
      code: token => codeBlock(token),
      link(token) {
        const inner = this.parser.parseInline(token.tokens)
        const href = resolve(token.href)
        return href === undefined ? inner : `<a href="${escaped(href)}">${inner}</a>`
      },
      image: token =>
        `<img alt="${escaped(token.text)}" src="${escaped(resolve(token.href) ?? token.href)}" loading="lazy">`,
      // Comments hold what tests need; pictures are in HTML.
      html: token =>
        token.raw
          .replace(/<!--[\s\S]*?-->/g, '')
          .replace(/(src|srcset)="([^"]+)"/g, (_, name, href) => `${name}="${resolve(href) ?? href}"`),
    },
  })
  const tokens = marked.lexer(markdown)
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plain(token.tokens)
      sections.push({ depth: token.depth, id: token.depth === 1 ? '' : idOf(title), title, text: '' })
    } else if (token.type !== 'html') {
      const section = sections.at(-1)
      if (section) section.text += ` ${token.raw.replace(/[`*|#>[\]]|\]\([^)]*\)|-{3,}/g, ' ')}`
    }
  }
  const html = marked
    .parser(tokens)
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>')
  for (const section of sections) section.text = section.text.replace(/\s+/g, ' ').trim()
  return { title: sections[0]?.title ?? '', html, sections }
}

function codeBlock({ text, lang = '' }: Tokens.Code): string {
  const isRunnable = lang === 'sh' && requestsIn(text).length > 0
  const run = isRunnable ? '<button type="button" class="run">Run it here</button>' : '<span></span>'
  const copy = '<button type="button" class="copy" aria-label="Copy">Copy</button>'
  const code = `<pre tabindex="0"><code>${highlighted(text, lang)}</code></pre>`
  return `<figure class="code"${isRunnable ? ' data-run' : ''}>${code}<div class="bar">${run}${copy}</div></figure>\n`
}

/** The id of a heading, as GitHub makes it. */
export function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

function plain(tokens: readonly Token[] = []): string {
  return tokens
    .map(token => ('tokens' in token ? plain(token.tokens) : 'text' in token ? token.text : ''))
    .join('')
}
