import { fidelity, fidelityText, MEASURES, readCalls, replayInMock, type Scores } from '#twin'
import { fileFlag, flag, InvalidValue, toggle } from '../../flags/flag.ts'
import { readTwinFile } from '../../mock/twin/twin-file.ts'
import { archiveBaseUrl } from '../recorded-calls.ts'
import { reportCommand } from '../report-command.ts'

export const command = reportCommand({
  words: '<recording>',
  description:
    'Sends the calls of a recording to the mock, and lists where it answers differently: statuses, media types, members, kinds, forms and headers. Exit status: 1 below --least.',
  flags: {
    twin: fileFlag('the twin that the mock answers like', { default: 'none: the default answers' }),
    'twin-violations': toggle('with what the twin keeps of violations of the specification'),
    least: flag('<list>', 'exit with 1 below these figures, by call: statuses=0.98,members=0.95', leastIn),
    'base-url': archiveBaseUrl,
  },
  async run({ flags, words }) {
    const calls = readCalls(words[0]!, flags['base-url'])
    const violations = flags['twin-violations'] ?? false
    const twin = flags.twin === undefined ? undefined : await readTwinFile(flags.twin, { violations })
    const result = fidelity(await replayInMock(calls, twin ? { twin } : {}))
    const notes = Object.entries(flags.least ?? {}).flatMap(([name, least]) => {
      const figure = result.byCall[name as keyof Scores]
      return figure < least ? [`${name} is ${figure.toFixed(3)}, below ${least}`] : []
    })
    return { data: result, text: fidelityText(result), notes, status: notes.length > 0 ? 1 : 0 }
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
