// `npm run bench:publish`: writes the tables of docs/performance.md and docs/figures/performance.md, and draws the picture of the README, from
// evaluation/bench/results.json or the file named.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readScript } from '../../flags/script.ts'
import { root } from './processes.ts'
import { readResults } from './results.ts'
import { tables } from './tables.ts'
import { throughputPicture } from './throughput-picture.ts'

const [file = 'evaluation/bench/results.json'] = readScript(
  'npm run bench:publish -- [<results.json>]',
  {},
).words
const results = readResults(resolve(root, file))
const pages = ['docs/performance.md', 'docs/figures/performance.md']
const texts = new Map(pages.map(page => [page, readFileSync(join(root, page), 'utf8')]))
for (const [name, table] of Object.entries(tables(results))) {
  const marked = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`)
  const page = pages.find(page => marked.test(texts.get(page)!))
  if (page === undefined) throw new Error(`no page has a place for ${name}: <!-- ${name} --> … <!-- end -->`)
  texts.set(
    page,
    texts.get(page)!.replace(marked, (_, open: string, end: string) => `${open}${table}\n${end}`),
  )
}
for (const [page, text] of texts) writeFileSync(join(root, page), text)
const picture = 'docs/pictures/throughput.svg'
writeFileSync(join(root, picture), throughputPicture(results))
console.log(`Wrote the tables of ${pages.join(' and ')}, and ${picture}.`)
