/** What a peer is to the comparison: installed on demand, pointed at one deployment after the other, asked what fails. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Tenants } from '../deployment.ts'

export interface Setting {
  /** Where the deployment in question is to be found, always the same. */
  readonly url: string
  /** The clean deployment that is shown while the tool gets ready. */
  readonly world: Tenants
  /** Its scratch folder, with what was installed in `node_modules`. */
  readonly folder: string
}

export interface Tool {
  readonly name: string
  /** What npm brings into the scratch folder. */
  readonly packages: readonly string[]
  /** A program that has to be there already. */
  readonly program?: string
  start(setting: Setting): Promise<Ready>
}

export interface Ready {
  /** What it has against the deployment that is shown now. */
  judge(): Promise<Outcome>
  stop?(): void
}

export interface Outcome {
  /** How many checks it made. */
  readonly checks: number
  /** Those that failed, by names that are the same on every deployment. */
  readonly failed: ReadonlySet<string>
}

/** A tool that does not get as far as its checks has one thing to say. */
export const noRun = (said: string): Outcome => ({
  checks: 0,
  failed: new Set([`made no run: ${said.trim().slice(-300)}`]),
})

/** Why a tool takes no part. */
export class Absent extends Error {}

/** Brings what the tool needs; the folder is kept for the next time. */
export function install({ name, packages, program }: Tool, folder: string) {
  mkdirSync(folder, { recursive: true })
  if (program !== undefined && spawnSync(program, ['-version']).error)
    throw new Absent(`${name} needs ${program}, which is not there`)
  if (packages.length === 0 || existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  const flags = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', [...flags, ...packages], { encoding: 'utf8' })
  if (status !== 0) throw new Absent(`${packages.join(' ')} cannot be installed: ${stderr?.trim()}`)
}

/** The program's output, whatever its exit status; a tool that finds something usually ends with 1. */
export function output(
  program: string,
  flags: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, timeout: 300_000, maxBuffer: 256 * 1024 * 1024 }
  return new Promise(resolve => {
    execFile(program, flags, options, (_, stdout, stderr) => resolve(`${stdout}\n${stderr}`))
  })
}
