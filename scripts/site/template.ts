// The HTML around the content of a page.
import { escaped } from '../../platform/escaped.ts'
import type { Group } from './contents.ts'
import type { Page } from './read-page.ts'

export interface Link {
  readonly title: string
  readonly url: string
}

export interface PageParts extends Page {
  readonly description: string
  /** `../` for each folder that the page is in. */
  readonly up: string
  readonly url: string
  readonly groups: readonly (Omit<Group, 'pages'> & { readonly pages: readonly Link[] })[]
  readonly previous?: Link | undefined
  readonly next?: Link | undefined
  readonly isFirst?: boolean
}

export function pageHtml({
  title,
  description,
  html,
  sections,
  up,
  url,
  groups,
  previous,
  next,
  isFirst = false,
}: PageParts): string {
  const link = ({ title, url: target }: Link) =>
    `<li><a href="${up}${target}"${target === url ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`
  const menu = groups
    .map(group => `<p>${escaped(group.title)}</p><ul>${group.pages.map(link).join('')}</ul>`)
    .join('')
  const shown = sections.filter(({ depth }) => depth === 2)
  const contents =
    shown.length < 2
      ? ''
      : `<aside class="contents"><p>On this page</p><ul>${shown
          .map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`)
          .join('')}</ul></aside>`
  const turn = (way: string, target: Link | undefined) =>
    target
      ? `<a class="${way}" href="${up}${target.url}"><span>${way === 'next' ? 'Next' : 'Before'}</span>${escaped(target.title)}</a>`
      : '<span></span>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(isFirst ? title : `${title} · agent-work`)}</title>
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}style.css">
</head>
<body${isFirst ? ' class="first"' : ''}>
<a class="skip" href="#content">To the content</a>
<header>
<button type="button" id="menu" aria-label="Menu" aria-expanded="false" aria-controls="pages"><i></i></button>
<a class="brand" href="${up}index.html">agent-work</a>
<div class="search">
<input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off" spellcheck="false"><kbd>/</kbd>
<div id="found" hidden></div>
</div>
<button type="button" id="open-console">Console</button>
</header>
<nav id="pages" aria-label="Pages">${menu}</nav>
<main id="content">
<article>
${html}
</article>
${isFirst ? '' : `<div class="turn">${turn('before', previous)}${turn('next', next)}</div>`}
</main>
${contents}
<script src="${up}page.js"></script>
</body>
</html>
`
}
