// What is read: requests to a mock and to the validating proxy, and files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { madeOnDemand } from '#mock/dialect'
import { startProxy } from '../../conformance/traffic/proxy.ts'
import { contractFor, defaultProfile, startMock } from '../../mock/index.ts'
import { readSnapshotFile, SnapshotFileProblem } from '../../mock/keep/snapshot-file.ts'
import { fingerprint } from '../../mock/simulation/hash.ts'
import { TwinFileError, twinInYaml } from '../../mock/twin/twin-file.ts'
import { WorldError, worldText } from '../../mock/world-file/index.ts'
import { readWorldText } from '../../mock/world-file/read-world.ts'
import { shippedWorlds } from '../../mock/world-file/shipped-worlds.ts'
import { CallsProblem, learn, PrivacyProblem, readCalls } from '../../twin/index.ts'
import type { Grammar } from './grammar.ts'
import { anyBytes } from './malformed.ts'
import { mutated } from './mutate.ts'
import { requestGrammar } from './request-grammar.ts'
import { anyRequest, bytesOfRequest } from './requests.ts'
import { Wire } from './wire.ts'

export const grammars = {
  requests: requestGrammar,
  world: async () =>
    textGrammar(await worldText(shippedWorlds().quiet), async text => void (await readWorldText(text)), [
      WorldError,
    ]),
  snapshot: async () => {
    await using mock = await startMock({ clock: { frozen: NOW } })
    const sound = mock.workspace({ from: 'quiet' }).snapshotFile('now')
    const grammar = textGrammar(sound, async text => void readSnapshotFile(text), [SnapshotFileProblem])
    return {
      ...grammar,
      input(random, n) {
        // Half of them with the checksum that fits, so that more than the checksum is tried.
        const text = resealed(String(grammar.input(random, n)), random.chance(0.5))
        if (random.chance(0.8)) return text
        const end = random.chance(0.2) ? blankLines(100_000_000) : Buffer.alloc(0)
        return Buffer.concat([gzipSync(text), end]).toString('base64')
      },
    }
  },
  twin: async () => {
    const sound = readFileSync(new URL('../bench/enterprise.twin.yaml', import.meta.url), 'utf8')
    return textGrammar(sound, async text => void (await twinInYaml(text, 'twin.yaml')), [TwinFileError])
  },
  recording: async () => callsGrammar((await callsMade()).recording),
  archive: async () => callsGrammar((await callsMade()).archive),
  proxy: proxyGrammar,
} satisfies Record<string, (onBug: (bug: unknown) => void) => Promise<Grammar>>

export type GrammarName = keyof typeof grammars

const NOW = '2026-11-20T09:00:00Z'

/** Packed, which takes a while. */
const blankLines = madeOnDemand((count: number) => gzipSync('\n'.repeat(count)))

/** A snapshot file with the last line that fits the others. */
function resealed(text: string, reseals: boolean): string {
  if (!reseals) return text
  const lines = text.trimEnd().split('\n').slice(0, -1)
  const body = `${lines.join('\n')}\n`
  return `${body}${JSON.stringify({ end: lines.length - 1, hash: fingerprint(body, 4) })}\n`
}

function textGrammar(
  sound: string,
  read: (text: string) => Promise<void>,
  refusals: readonly (abstract new (...args: never[]) => Error)[],
): Grammar {
  return {
    input: random => (random.chance(0.02) ? sound : mutated(random, sound)),
    async take(input) {
      try {
        await read(String(input))
      } catch (error) {
        if (!refusals.some(refusal => error instanceof refusal)) throw error
      }
      return undefined
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** Learns from a file of calls. */
function callsGrammar(sound: string): Grammar {
  const folder = mkdtempSync(join(tmpdir(), 'agent-work-fuzz-'))
  const file = join(folder, 'calls')
  const read = async (text: string) => {
    writeFileSync(file, text)
    await learn(readCalls(file))
  }
  return {
    ...textGrammar(sound, read, [CallsProblem, PrivacyProblem]),
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true })
    },
  }
}

/** The same few calls as a recording of the proxy and as an HTTP archive. */
async function callsMade(): Promise<{ recording: string; archive: string }> {
  await using mock = await startMock({ clock: { frozen: NOW } })
  const lines: string[] = []
  await using proxy = await startProxy({ baseUrl: mock.url, port: 0, record: line => lines.push(line) })
  const headers = { authorization: `Bearer ${mock.demo.keys.admin}`, 'content-type': 'application/json' }
  for (const path of ['/agents/', '/runs?limit=3', '/insights/summary', '/tasks?limit=2', '/runs/none'])
    await (await fetch(proxy.url + path, { headers })).text()
  const body = JSON.stringify({ title: 'Weekly report' })
  await (await fetch(`${proxy.url}/tasks`, { method: 'POST', headers, body })).text()
  return { recording: lines.join('\n'), archive: JSON.stringify(mock.journal.har()) }
}

/** Any request to a proxy in front of a mock. */
async function proxyGrammar(): Promise<Grammar> {
  const mock = await startMock({ clock: { frozen: NOW } })
  const contract = contractFor(defaultProfile)
  const proxy = await startProxy({ baseUrl: mock.url, port: 0, contract, record: () => {} })
  const wire = new Wire(Number(new URL(proxy.url).port))
  const { keys } = mock.demo
  return {
    input(random) {
      if (random.chance(0.2)) return anyBytes(random)
      const request = anyRequest(random)
      const key = random.chance(0.1) ? 'k'.repeat(random.int(1, 5_000)) : keys.admin
      const path = random.chance(0.1) ? mutated(random, request.path).replaceAll(/\s/g, '') : request.path
      return bytesOfRequest({ ...request, path }, () => ['demo'], key)
    },
    async take(input) {
      await wire.send(input)
      wire.close()
      return (await wire.isServed()) ? undefined : 'the proxy no longer answers'
    },
    async [Symbol.asyncDispose]() {
      wire.close()
      await proxy.stop()
      await mock.stop()
    },
  }
}
