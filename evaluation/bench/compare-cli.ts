// `npm run bench:compare <before.json> <after.json>`: what moved between two results beyond noise.

import { readScript, refuse } from '../../flags/script.ts'
import { compare } from './compare.ts'
import { type Part, readResults } from './results.ts'

const usage = 'npm run bench:compare -- <before.json> <after.json>'
const [before, after] = readScript(usage, {}).words
if (!before || !after) refuse(`Give two files of results: ${usage}`)
const [old, fresh] = [readResults(before), readResults(after)]
for (const [name, part] of Object.entries(fresh)) {
  // On a busy machine every measure moves, so the output says so.
  const from = ({ commit, machine }: Part) => `${commit} (load average before it ${machine.loadBefore})`
  console.log(`${name.padEnd(12)} ${old[name] ? from(old[name]) : 'not measured'} -> ${from(part)}`)
}
const { moves, same, missing } = compare(old, fresh)
for (const { id, unit, before, after, ratio, verdict } of moves) {
  const values = `${before.toPrecision(4)} -> ${after.toPrecision(4)} ${unit}`
  console.log(`${verdict.padEnd(6)} × ${ratio.toFixed(2).padStart(6)}  ${id.padEnd(60)} ${values}`)
}
console.log(`${moves.length} measures moved beyond noise, ${same} did not.`)
if (missing.length > 0) console.log(`Not measured any more: ${missing.join(', ')}.`)
