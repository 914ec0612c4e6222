// Derives files from the schema of world files and from the shipped worlds.
import { join } from 'node:path'
import { readWorldFile } from '../../mock/node/world-files.ts'
import { rolesOf, SHIPPED_WORLDS, type World, WorldError } from '../../mock/world-file/index.ts'
import type { JsonObject } from '../contract/sources.ts'
import { schemaIn } from './generate.ts'

/** The JSON schema, the worlds as data, and the handles of the demo as types. `control` is the bundled control API. */
export async function worldFiles(
  root: string,
  control: JsonObject,
): Promise<{ files: Record<string, string>; problems: string[] }> {
  const schema = schemaIn(control, 'World')
  const shipped: Record<string, World> = {}
  for (const name of SHIPPED_WORLDS) {
    const path = join('mock/world-file/worlds', `${name}.yaml`)
    try {
      shipped[name] = (await readWorldFile(join(root, path), { schema, shipped })).world
    } catch (error) {
      if (!(error instanceof WorldError)) throw error
      return { files: {}, problems: error.message.replaceAll(`${root}/`, '').split('\n') }
    }
  }
  const files = {
    'world.schema.json': `${JSON.stringify(schema, null, 2)}\n`,
    'worlds.json': `${JSON.stringify(shipped)}\n`,
    'demo-handles.gen.ts': handlesOf(shipped.demo!),
  }
  return { files, problems: [] }
}

/** The handles of the demo as types. */
function handlesOf(demo: World): string {
  return `// Generated from mock/world-file/worlds/demo.yaml by \`npm run generate\`; edit that instead.

/** The handles of the demo, by kind. */
export interface DemoHandles {
${rolesOf<object>(demo)
  .map(([kind, entries]) => `  ${kind}: ${unionOf(Object.keys(entries))}`)
  .join('\n')}
}
`
}

function unionOf(handles: readonly string[]): string {
  return handles.map(handle => `'${handle}'`).join(' | ')
}
