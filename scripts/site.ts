// `npm run site`: writes the pages of docs/ as a site into site/, to be served by any server of files.
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { flag, readText } from '../flags/flag.ts'
import { readScript } from '../flags/script.ts'
import { siteFiles } from './site/site.ts'
import { writeFiles } from './write-files.ts'

const { out } = readScript('npm run site -- [--out <folder>]', {
  out: flag('<folder>', 'the folder to write; default: site', readText),
}).flags
const root = join(import.meta.dirname, '..')
const folder = resolve(out ?? join(root, 'site'))
const files = await siteFiles(root, { alone: true })
// A mock of this clone serves them, and answers their requests itself.
const served = Object.entries(files).filter(([name]) => !/^(mock|pictures)\//.test(name))
const places = { [folder]: files, [join(root, 'mock/control/generated/site')]: Object.fromEntries(served) }
for (const [place, own] of Object.entries(places)) {
  rmSync(place, { recursive: true, force: true })
  writeFiles(place, own)
}
console.log(
  `Wrote ${Object.keys(files).length} files into ${folder}, for any server of files. A mock shows them at /_mock/docs.`,
)
