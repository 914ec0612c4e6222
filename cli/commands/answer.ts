import type { Waiting } from '#mock'
import { UsageError } from '../../flags/flag.ts'
import { reportCommand } from '../report-command.ts'
import { MockProblem, runningMock, workspaceFlags } from '../running-mock.ts'

type Question = Waiting['questions'][number]

export const command = reportCommand({
  words: '[<run>] <answer>…',
  description:
    'Answers the question of a paused run: with a text, or with name=value for each field or decision. Default of <run>: the only one that asks. agent-work approve --list shows what is asked.',
  flags: workspaceFlags,
  notes: `Examples
  agent-work answer 'Use the March price list.'
  agent-work answer run_17 amount=120 currency=EUR
  agent-work answer archive_mail=approve forward_mail=reject`,
  async run({ flags, words }, terminal) {
    const mock = runningMock(flags, terminal)
    const { workspace: workspace_id } = flags
    const path = { workspace_id }
    const { questions } = await mock.call('listWaiting', { path })
    const { question, answers } = meant(questions, words)
    const { data: keys } = await mock.call('listKeys', { path })
    const key = keys.find(({ scopes, revoked_at }) => scopes.includes('agents:run') && revoked_at === null)
    if (!key) throw new MockProblem('No key of the workspace has the scope agents:run.')
    const { agent_id, run_id } = question
    const body = bodyOf(question, answers)
    const data = await mock.act(
      `${workspace_id}/${key.name}`,
      'POST',
      `/agents/${agent_id}/runs/${run_id}/respond`,
      body,
    )
    return { data, text: `Answered ${run_id} of ${question.agent_name} with the key ${key.name}.` }
  },
})

/** The question, and the words that answer it. */
function meant(questions: readonly Question[], words: readonly string[]) {
  const list = questions
    .map(one => `\n  ${one.run_id}  ${one.agent_name} asks: ${one.question.prompt}`)
    .join('')
  const [first, ...others] = words
  const named = questions.find(({ run_id }) => run_id === first)
  const answers = named ? others : words
  if (!named && first !== undefined && /^run_\w+$/.test(first) && others.length > 0)
    throw new MockProblem(`${first} asks nothing.${list && ` These ask:${list}`}`)
  const question = named ?? (questions.length === 1 ? questions[0] : undefined)
  if (!question)
    throw new MockProblem(questions.length === 0 ? 'No run asks a question.' : `Which run? These ask:${list}`)
  if (answers.length === 0) throw new UsageError(`<answer> is missing, to: ${question.question.prompt}`)
  return { question, answers }
}

function bodyOf({ question }: Question, answers: readonly string[]) {
  if (question.kind === 'text') return { answer: answers.join(' ') }
  const pairs = answers.map(word => {
    const at = word.indexOf('=')
    if (at < 1)
      throw new UsageError(
        `name=value for each of ${question.fields.map(({ name }) => name).join(', ')}, not '${word}'.`,
      )
    return [word.slice(0, at), word.slice(at + 1)] as const
  })
  if (question.kind === 'decisions')
    return { decisions: pairs.map(([name, decision]) => ({ name, decision })) }
  const typeOf = (name: string) => question.fields.find(field => field.name === name)?.type
  const values = pairs.map(([name, text]) => {
    const type = typeOf(name)
    return [name, type === 'number' ? Number(text) : type === 'boolean' ? text === 'true' : text]
  })
  return { values: Object.fromEntries(values) }
}
