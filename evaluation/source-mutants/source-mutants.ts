/** The mutants of the independent servers: one edit of one file each. */
import { readdirSync, readFileSync } from 'node:fs'
import { Random } from '#mock'
import type { IndependentServer } from '../independent-servers/start-server.ts'
import { apply, type Edit, editsOf } from './operators.ts'

export interface SourceMutant {
  /** `tiny/routes.ts:120:14/drop-member`, numbered where an operator has several edits at one position. */
  readonly id: string
  readonly server: IndependentServer
  readonly file: string
  readonly edit: Edit
}

const ROOM = new URL('../independent-servers/', import.meta.url)

/** Seed data and start-up code are not behaviour of the service. */
const LEFT_OUT = /^(index|seed|fixtures)\.ts$/

export const urlOf = (server: IndependentServer, file = 'index.ts'): string =>
  new URL(`${server}/${file}`, ROOM).href

export function sourceMutants(server: IndependentServer): SourceMutant[] {
  const files = readdirSync(new URL(`${server}/`, ROOM)).filter(name => !LEFT_OUT.test(name))
  return files.toSorted().flatMap(file => {
    const text = readFileSync(new URL(urlOf(server, file)), 'utf8')
    const taken = new Map<string, number>()
    return editsOf(file, text).map(edit => {
      const before = text.slice(0, edit.start).split('\n')
      const place = `${server}/${file}:${before.length}:${(before.at(-1) ?? '').length + 1}/${edit.operator}`
      const n = (taken.get(place) ?? 0) + 1
      taken.set(place, n)
      return { id: n === 1 ? place : `${place}-${n}`, server, file, edit }
    })
  })
}

export const mutatedText = ({ server, file, edit }: SourceMutant): string =>
  apply(readFileSync(new URL(urlOf(server, file)), 'utf8'), edit)

export function sampleOf(server: IndependentServer, size: number, seed: number): SourceMutant[] {
  return new Random(String(seed)).shuffle(sourceMutants(server)).slice(0, size)
}

/** The lines that the mutant changes, before and after. */
export function describe({ server, file, edit }: SourceMutant): string {
  const text = readFileSync(new URL(urlOf(server, file)), 'utf8')
  const short = (part: string) => part.replaceAll(/\s+/g, ' ').slice(0, 160)
  const from = text.lastIndexOf('\n', edit.start) + 1
  const to = text.indexOf('\n', edit.end)
  return `- ${short(text.slice(from, to))}\n+ ${short(text.slice(from, edit.start) + edit.text + text.slice(edit.end, to))}`
}
