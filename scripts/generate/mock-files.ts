// Derives files by code of the mock: the shipped worlds.
import { join } from 'node:path'
import { readWorldFile } from '../../mock/node/world-files.ts'
import { rolesOf, SHIPPED_WORLDS, type World, WorldError } from '../../mock/world-file/index.ts'

/** The shipped worlds as data, and the handles of the demo as types. */
export async function worldFiles(
  root: string,
): Promise<{ files: Record<string, string>; problems: string[] }> {
  const shipped: Record<string, World> = {}
  for (const name of SHIPPED_WORLDS) {
    const path = join('mock/world-file/worlds', `${name}.yaml`)
    try {
      shipped[name] = (await readWorldFile(join(root, path), { shipped })).world
    } catch (error) {
      if (!(error instanceof WorldError)) throw error
      return { files: {}, problems: error.message.replaceAll(`${root}/`, '').split('\n') }
    }
  }
  const files = {
    'worlds.json': `${JSON.stringify(shipped)}\n`,
    'demo-handles.gen.ts': handlesOf(shipped.demo!),
  }
  return { files, problems: [] }
}

function handlesOf(demo: World): string {
  const members = rolesOf<object>(demo).map(([kind, entries]) => {
    const handles = Object.keys(entries).map(handle => `'${handle}'`)
    return `  ${kind}: ${handles.join(' | ')}`
  })
  return `// Generated from mock/world-file/worlds/demo.yaml by \`npm run generate\`; edit that instead.

/** The handles of the demo, by kind. */
export interface DemoHandles {
${members.join('\n')}
}
`
}
