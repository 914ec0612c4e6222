// Two contracts at once, each served by a mock of this checkout.
import { once } from 'node:events'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MockProcess, startMockProcess } from '../mock-process.ts'

/**
 * Serves documents, given by their names, until a signal arrives or one of the mocks ends, and prints their addresses.
 * Throws if one does not start.
 */
export async function serveEach(contracts: Readonly<Record<string, object>>): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'contract-'))
  const left = Promise.race(['SIGINT', 'SIGTERM'].map(signal => once(process, signal))).then(() => undefined)
  const mocks: MockProcess[] = []
  try {
    for (const [index, document] of Object.values(contracts).entries()) {
      const file = join(folder.path, `${index}.json`)
      writeFileSync(file, JSON.stringify(document))
      mocks.push(await startMockProcess('--contract', file))
    }
    const lines = Object.keys(contracts).map((name, index) => `${name}: ${mocks[index]!.url}`)
    console.log(`\n${lines.join('\n')}\nCtrl-C stops both. Their consoles are at /_mock/console/.`)
    const ended = await Promise.race([left, ...mocks.map(mock => mock.ended)])
    if (ended !== undefined) throw new Error(`A mock has ended with ${ended}.`)
  } finally {
    for (const { child } of mocks) child.kill('SIGTERM')
    await Promise.all(mocks.map(mock => mock.ended))
  }
}
