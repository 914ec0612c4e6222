// `npm run build`: the JavaScript, types and bins that are published, in dist/. Node strips types only outside
// node_modules, so a package has to ship JavaScript.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  imports: Record<string, string>
  bin: Record<string, string>
}

rmSync(dist, { recursive: true, force: true })
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']
const { status } = spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(1)
copyGenerated()
writeManifest()
for (const [name, file] of Object.entries(manifest.bin)) writeBin(name, file)

/** What the compiled code reads beside itself. */
function copyGenerated(): void {
  for (const folder of ['openapi/generated', 'mock/control/generated']) {
    for (const name of readdirSync(join(root, folder)).filter(name => name.endsWith('.json'))) {
      copyFileSync(join(root, folder, name), join(dist, folder, name))
    }
  }
}

/** `#openapi` and its like mean the compiled modules for whoever stands inside dist/. */
function writeManifest(): void {
  const imports = Object.fromEntries(
    Object.entries(manifest.imports).map(([name, path]) => [name, path.replace(/\.ts$/, '.js')]),
  )
  const { version } = manifest
  writeFileSync(
    join(dist, 'package.json'),
    `${JSON.stringify({ type: 'module', version, imports }, null, 2)}\n`,
  )
}

/** A bin that refuses an old Node in plain words, and keeps compiled code between runs. */
function writeBin(name: string, file: string): void {
  const folder = name.replace('agent-work-', '')
  mkdirSync(join(dist, 'bin'), { recursive: true })
  writeFileSync(
    join(root, file),
    `#!/usr/bin/env node
import * as module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 18)) {
  console.error(\`${name} needs Node 24.18 or newer, but this is Node \${process.versions.node} (\${process.execPath}).\`)
  process.exit(1)
}
module.enableCompileCache?.()
await import('../${folder}/cli.js')
`,
    { mode: 0o755 },
  )
}
