import { fidelity, fidelityText, MEASURES, readCalls, replayInMock, type Scores } from '#twin'
import { fileFlag, flag, InvalidValue, toggle } from '../../flags/flag.ts'
import { twinAt } from '../../mock/cli/twin-flag.ts'
import { defineCommand } from '../command.ts'
import { archiveBaseUrl } from '../recorded-calls.ts'
import { jsonFlag, printJson } from '../report-command.ts'

export const command = defineCommand({
  words: '<recording>',
  description:
    'Sends the calls of a recording to the mock, and lists where it answers differently: statuses, media types, members, kinds, forms and headers. Exit status: 1 below --least.',
  flags: {
    twin: fileFlag('the twin that the mock answers like', { default: 'none: the default answers' }),
    'twin-violations': toggle('with what the twin keeps of violations of the specification'),
    least: flag('<list>', 'exit with 1 below these figures, by call: statuses=0.98,members=0.95', leastIn),
    'base-url': archiveBaseUrl,
    json: jsonFlag,
  },
  async run({ flags, words }, terminal) {
    const calls = readCalls(words[0]!, flags['base-url'])
    const violations = flags['twin-violations'] ?? false
    const twin = flags.twin === undefined ? undefined : await twinAt(flags.twin, { violations })
    const result = fidelity(await replayInMock(calls, twin ? { twin } : {}))
    if (flags.json) printJson(terminal, result)
    else terminal.out(fidelityText(result))
    const low = Object.entries(flags.least ?? {}).filter(
      ([name, least]) => result.byCall[name as keyof Scores] < least,
    )
    for (const [name, least] of low)
      terminal.note(`${name} is ${result.byCall[name as keyof Scores].toFixed(3)}, below ${least}`)
    return low.length > 0 ? 1 : 0
  },
})

function leastIn(text: string): Partial<Scores> {
  const pairs = text.split(',').map(part => {
    const [name = '', value = ''] = part.split('=')
    const number = Number(value)
    if (!(MEASURES as readonly string[]).includes(name) || !(number >= 0 && number <= 1) || value === '')
      throw new InvalidValue(
        `takes figures from 0 to 1 of ${MEASURES.join(', ')}, such as statuses=0.98, not '${part}'.`,
      )
    return [name, number]
  })
  return Object.fromEntries(pairs) as Partial<Scores>
}
