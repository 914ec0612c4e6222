import { existsSync } from 'node:fs'
import { readTargetFile } from '#conformance'
import {
  askUndecided,
  contradictionText,
  drift,
  driftText,
  explainText,
  learn,
  readCalls,
  recordedContent,
  twinText,
  updatedTwin,
} from '#twin'
import { writeFile } from '../../flags/files.ts'
import { fileFlag, flag, readText, toggle, UsageError } from '../../flags/flag.ts'
import { readTwinFile } from '../../mock/twin/twin-file.ts'
import { readWorldText } from '../../mock/world-file/index.ts'
import { archiveBaseUrl } from '../recorded-calls.ts'
import { reportCommand } from '../report-command.ts'

export const command = reportCommand({
  words: '<recording>',
  description:
    'Learns from a recording how a deployment answers, as a twin for the mock. Exit status: 1 when --check finds drift.',
  flags: {
    out: fileFlag('write the twin into this file', { short: 'o', default: 'print it' }),
    name: flag('<text>', 'what the twin calls the deployment', readText, {
      default: 'the name in the recording',
    }),
    update: toggle('keep the paths below hand in the file of --out, and what was not seen this time'),
    check: fileFlag('write nothing; report what differs from this twin, and exit with 1 if anything does'),
    ask: flag(
      '<target>',
      'ask the deployment of this target file for what the recording leaves undecided, with reads only',
      readText,
    ),
    'may-write': toggle('with --ask: also create and change records; what was created is removed'),
    explain: toggle('print what is unsure, with the evidence'),
    'with-violations': toggle(
      'keep violations of the specification, which mock serves with --twin-violations',
    ),
    'with-content': fileFlag(
      'also write a world file with what was recorded; people, addresses and secrets are replaced',
    ),
    'base-url': archiveBaseUrl,
  },
  async run({ flags, words }, terminal) {
    const [path] = words
    const recorded = readCalls(path!, flags['base-url'])
    const known = flags.check === undefined ? undefined : await readTwinFile(flags.check)
    const withViolations = flags['with-violations'] ?? known?.violations !== undefined
    const mayWrite = flags['may-write'] ?? false
    if (mayWrite && flags.ask === undefined) throw new UsageError('--may-write goes with --ask target.yaml')
    const calls =
      flags.ask === undefined
        ? recorded
        : await askUndecided(recorded, readTargetFile(flags.ask), { mayWrite })
    const { twin, contradictions } = await learn(calls, {
      withViolations,
      ...(flags.name === undefined ? {} : { name: flags.name }),
    })
    for (const contradiction of contradictions)
      terminal.note(contradictionText(contradiction, withViolations))
    if (known) {
      const changes = drift(known, twin)
      return { data: changes, text: driftText(changes), status: changes.length > 0 ? 1 : 0 }
    }
    if (flags['with-content'] !== undefined) {
      const world = await recordedContent(calls)
      // The written file must be valid without an edit.
      await readWorldText(world)
      writeFile(flags['with-content'], world)
    }
    const { out } = flags
    const before = flags.update && out !== undefined && existsSync(out) ? await readTwinFile(out) : undefined
    const whole = before ? updatedTwin(before, twin) : twin
    const text = twinText(whole)
    const shown = flags.explain ? explainText(whole) : text.trimEnd()
    if (out === undefined) return { data: whole, text: shown }
    writeFile(out, text)
    const unsure = whole.unsure?.length ?? 0
    return {
      data: whole,
      text: flags.explain ? shown : undefined,
      notes: [
        `${out}: ${text.split('\n').length} lines, ${unsure} unsure. Start the mock with it: agent-work mock --twin ${out}`,
      ],
    }
  },
})
