/** Evidence in one file: the recording, the report, the target without its keys, and the versions that judged it. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readRecording } from '../engine/recording.ts'
import type { Report } from '../report/report.ts'
import { TargetProblem } from '../target/problem.ts'
import { shownFor } from '../target/target.ts'
import type { TargetInput } from '../target/target-schema.ts'
import { sha256, versions } from './versions.ts'

interface Manifest extends ReturnType<typeof versions> {
  package: 1
  made_at: string
  target: { sha256: string }
  /** The hash of each other file, by name. */
  files: Record<string, string>
}

export function packEvidence(target: TargetInput, lines: readonly string[], report: Report): Uint8Array {
  const contents = {
    'target.json': JSON.stringify(withoutKeys(target), null, 2),
    'recording.jsonl': `${lines.join('\n')}\n`,
    'report.json': JSON.stringify(report, null, 2),
  }
  const files = Object.fromEntries(Object.entries(contents).map(([name, text]) => [name, sha256(text)]))
  const manifest: Manifest = {
    package: 1,
    made_at: new Date().toISOString(),
    ...versions(),
    target: { sha256: files['target.json'] ?? '' },
    files,
  }
  const all = { 'manifest.json': JSON.stringify(manifest, null, 2), ...contents }
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])))
}

/** Replaces each key by the name that the recording shows for it. */
function withoutKeys(target: TargetInput): TargetInput {
  const keys = Object.entries(target.keys).map(([name, { env, ...key }]) => [
    name,
    { ...key, value: `$${shownFor(name, env)}` },
  ])
  // The connection does not affect verdicts, and a proxy's address may contain a password.
  const { connection: _, ...rest } = target
  return { ...rest, keys: Object.fromEntries(keys) }
}

const FILES = new Set(['manifest.json', 'target.json', 'recording.jsonl', 'report.json'])

/** The maximum size of all files after decompression. */
const MAX_UNPACKED = 256 * 1024 * 1024

export function unpackEvidence(bytes: Uint8Array, name: string) {
  try {
    let size = 0
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!FILES.has(name)) return false
        size += originalSize
        if (size > MAX_UNPACKED) throw new Error(`it unpacks to more than ${MAX_UNPACKED / 1024 / 1024} MB`)
        return true
      },
    })
    const text = (file: string) => strFromU8(files[file] ?? new Uint8Array())
    const manifest = JSON.parse(text('manifest.json')) as Manifest
    if (manifest.package !== 1) throw new Error('its manifest is of another version')
    return {
      manifest,
      target: JSON.parse(text('target.json')) as TargetInput,
      recording: readRecording(text('recording.jsonl')),
      report: JSON.parse(text('report.json')) as Report,
      /** Files whose hash differs from the manifest. */
      altered: Object.keys(manifest.files).filter(file => sha256(text(file)) !== manifest.files[file]),
    }
  } catch (problem) {
    throw new TargetProblem(`${name} is no package that --package wrote: ${(problem as Error).message}`)
  }
}
