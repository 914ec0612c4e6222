/** One self-contained page with the report as embedded data; it loads nothing. */

import { jsonText, visible } from '../engine/safe-text.ts'
import { script, style } from './generated/page.gen.ts'
import type { Report } from './report.ts'

export function html(report: Report): string {
  return selfContained({
    title: `Conformance of ${report.target.name}`,
    id: 'report',
    data: report,
    style,
    script,
  })
}

interface Page {
  readonly title: string
  /** The element that holds the data. */
  readonly id: string
  /** Undefined for a page that asks its server for them. */
  readonly data: unknown
  readonly style: string
  readonly script: string
}

/** A page in one file. It loads nothing, and asks nobody but its server. */
export function selfContained({ title, id, data, style, script }: Page): string {
  // Only `<` could end the script element; escaped in JSON it is the same value.
  const json = data === undefined ? '' : jsonText(data).replaceAll('<', '\\u003c')
  const connect = data === undefined ? "; connect-src 'self'" : ''
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'${connect}">\n`
  const body = `<main></main>\n<script type="application/json" id="${id}">${json}</script>`
  return pageText(visible(title), style, body, script, policy)
}

export const pageText = (
  title: string,
  style: string,
  body: string,
  script: string,
  meta = '',
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${meta}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`

export const escaped = (text: string) => text.replace(/[<>&"']/g, sign => `&#${sign.charCodeAt(0)};`)
