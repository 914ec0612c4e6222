// The first page of the site.

import { escaped } from '../../platform/escaped.ts'
import type { PageParts } from './template.ts'

/** The demo's agent `agent-that-finishes`; its id follows from the seed. */
const AGENT = 'agt_01c35g96je9x5tefs850qvar'

export const homeMarkdown = `<div class="hero">
<h1>The Agent Work Service, on your machine</h1>
<p>A mock of the whole service with a clock that you can move and faults that you can inject, and a suite that says what a
deployment does and does not do. Both are made from one contract.</p>
</div>

<div class="buttons"><a href="first-client.html">Ten minutes to a client</a><a href="install.html">Getting it</a><a href="troubles.html">Something does not work</a></div>

Start a run, let five minutes pass, and read what came of it:

\`\`\`sh
curl -H 'Authorization: Bearer awk_demo_member' -H 'Content-Type: application/json' \\
  -d '{"input":{"task":"Check invoice 17"}}' http://127.0.0.1:4010/agents/${AGENT}/run
curl -X POST http://127.0.0.1:4010/_mock/workspaces/demo/clock/advance -d '{"by":"5m","limit":1}'
curl -H 'Authorization: Bearer awk_demo_member' 'http://127.0.0.1:4010/runs?agent_id=${AGENT}&limit=1'
\`\`\`

## Three ways through these pages

{{readers}}
`

/** A card for each reader with the pages in their order. */
export function readersHtml(groups: PageParts['groups']): string {
  const cards = groups.flatMap(({ title, reader, pages }) => {
    if (reader === undefined) return []
    const links = pages.map(({ title, url }) => `<li><a href="${url}">${escaped(title)}</a></li>`)
    return [
      `<section class="reader"><h3>${escaped(title)}</h3><p>${escaped(reader)}</p><ol>${links.join('')}</ol></section>`,
    ]
  })
  return `<div class="readers">${cards.join('')}</div>`
}
