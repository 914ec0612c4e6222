/** The page: one self-contained file. With a view it is whole; without, it asks its server for one. */
import { jsonText } from '../conformance/engine/safe-text.ts'
import { script, style } from './generated/page.gen.ts'
import type { View } from './view.ts'

export function pageOf(view: View | undefined): string {
  // Only `<` could end the script element; escaped in JSON it is the same value.
  const data = view ? jsonText(view).replaceAll('<', '\\u003c') : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>agent-work watch</title>
<style>${style}</style>
</head>
<body>
<main></main>
<script type="application/json" id="view">${data}</script>
<script>${script}</script>
</body>
</html>
`
}
