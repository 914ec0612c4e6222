import { parse } from 'yaml'
import { suiteFlags, targetOf } from '../../conformance/commands/cli-options.ts'
import { readDeployment } from '../../conformance/import/read-deployment.ts'
import { worldTextOf } from '../../conformance/import/world-text.ts'
import { readTarget } from '../../conformance/target/target.ts'
import { writeFile } from '../../flags/files.ts'
import { fileFlag, flag, readChoice } from '../../flags/flag.ts'
import { readWorldText } from '../../mock/world-file/index.ts'
import { reportCommand } from '../report-command.ts'
import { MockProblem, reasonOf } from '../running-mock.ts'

const { target, 'base-url': baseUrl, key } = suiteFlags

export const command = reportCommand({
  description:
    'Writes a world file for the mock from what keys of a deployment see (docs/world.md). It only reads.',
  flags: {
    target,
    'base-url': baseUrl,
    key,
    names: flag(
      '<what>',
      'replaced: no text of the deployment is in the file; content: texts are, with people, addresses and secrets replaced; kept: everything is',
      readChoice('replaced', 'content', 'kept'),
      { choices: ['replaced', 'content', 'kept'], fallback: 'replaced' },
    ),
    out: fileFlag('write the world file there', { short: 'o', default: 'print it' }),
  },
  async run({ flags }, terminal) {
    const deployment = readTarget(targetOf(flags, terminal.env), terminal.env)
    const seen = await readDeployment(deployment).catch((error: Error) => {
      throw new MockProblem(`${deployment.baseUrl} cannot be read: ${reasonOf(error)}.`)
    })
    if (seen.people.length + seen.agents.length + seen.workflows.length + seen.models.length === 0)
      throw new MockProblem(
        `${deployment.baseUrl} shows nothing to these keys: ${seen.refused.join('; ') || 'every list is empty'}.`,
      )
    const text = worldTextOf(seen, { from: deployment.baseUrl, names: flags.names })
    // The written file must be valid without an edit.
    await readWorldText(text)
    if (flags.out !== undefined) writeFile(flags.out, text)
    const counts = `${seen.people.length} people, ${seen.agents.length} agents, ${seen.workflows.length} workflows, ${seen.models.length} models`
    return {
      data: parse(text),
      text: flags.out === undefined ? text : undefined,
      notes: [
        ...seen.refused.map(why => `Not seen: ${why}.`),
        `${counts}. Comments in the file say what to fill in.`,
      ],
    }
  },
})
