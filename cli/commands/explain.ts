import { explanationText } from '../../mock/explain/explanation-text.ts'
import { defineCommand } from '../command.ts'
import { jsonFlag, printJson } from '../json.ts'
import { mockFlags, runningMock } from '../running-mock.ts'

export const command = defineCommand({
  words: '<exchange-id>',
  description: 'Explains a reply of a running mock. The header X-Mock-Exchange of the reply has the id.',
  flags: { ...mockFlags, json: jsonFlag },
  async run({ flags, words: [id] }, terminal) {
    const { call } = runningMock(flags, terminal)
    const explanation = await call('explainExchange', { path: { exchange_id: id! } })
    if (flags.json) printJson(terminal, explanation)
    else terminal.out(explanationText(explanation))
    return 0
  },
})
