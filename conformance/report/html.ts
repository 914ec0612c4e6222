/** One self-contained page with the report as embedded data; it loads nothing. */

import { jsonText, visible } from '../engine/safe-text.ts'
import { script, style } from './generated/page.gen.ts'
import type { Report } from './report.ts'

export function html(report: Report): string {
  // Only `<` could end the script element; escaped in JSON it is the same value.
  const data = jsonText(report).replaceAll('<', '\\u003c')
  const title = visible(`Conformance of ${report.target.name}`).replace(
    /[<>&"]/g,
    sign => `&#${sign.charCodeAt(0)};`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main></main>
<script type="application/json" id="report">${data}</script>
<script>${script}</script>
</body>
</html>
`
}
