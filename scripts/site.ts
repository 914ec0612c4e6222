// `npm run site`: writes the pages of docs/ as a site into site/, to be served by any server of files.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { flag, readText } from '../flags/flag.ts'
import { readScript } from '../flags/script.ts'
import { type SiteFiles, siteFiles } from './site/site.ts'

const { out } = readScript('npm run site -- [--out <folder>]', {
  out: flag('<folder>', 'the folder to write; default: site', readText),
}).flags
const root = join(import.meta.dirname, '..')
const folder = resolve(out ?? join(root, 'site'))
const files = await siteFiles(root, { alone: true })
write(folder, files)
// A mock of this clone serves them, and answers their requests itself.
const served = Object.entries(files).filter(([name]) => !/^(mock|pictures)\//.test(name))
write(join(root, 'mock/control/generated/site'), Object.fromEntries(served))
console.log(
  `Wrote ${Object.keys(files).length} files into ${folder}, for any server of files. A mock shows them at /_mock/docs.`,
)

function write(folder: string, files: SiteFiles): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}
