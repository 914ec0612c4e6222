// A back office in one file: it finds an agent, gives it a task, follows the run, answers its question, and reads the
// cost. It uses only the generated types, and nothing in it depends on the mock.

import type { paths, Schemas } from 'agent-work/openapi'
import { createParser } from 'eventsource-parser'
import createClient, { type Client } from 'openapi-fetch'

/** The address of the service, the key, and where to report what happens. */
export interface BackOffice {
  baseUrl: string
  key: string
  say: (line: string) => void
  /** Milliseconds between two polls of a run. */
  pollEvery: number
}

/** The result of the work. */
export interface Outcome {
  task: Schemas['Task']
  run: Schemas['Run']
  /** The kinds of events in the run's chat, in order. */
  events: string[]
}

/**
 * Gives a briefing to write to an agent that will ask what to stress, and sees it through.
 *
 * @example await runBackOffice({ baseUrl: 'http://127.0.0.1:4010', key: 'awk_demo_admin', say: console.log, pollEvery: 2000 })
 */
export async function runBackOffice({ baseUrl, key, say, pollEvery }: BackOffice): Promise<Outcome> {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })

  const agent = await findAgent(api, 'Briefing writer')
  say(`Found the agent "${agent.name}": ${agent.description}`)

  const task = must(
    await api.POST('/tasks', {
      body: {
        title: 'Write a briefing on our three largest suppliers',
        description: 'One page, for the meeting on Monday.',
        priority: 'high',
        acceptance_criteria: [{ text: 'It fits on one page.' }],
      },
    }),
  )
  say(`Created the task ${task.reference} "${task.title}"; it stands in ${task.status}.`)

  const assigned = must(
    await api.PATCH('/tasks/{task_id}/assignee', {
      params: { path: { task_id: task.id } },
      body: { type: 'agent', id: agent.id },
    }),
  )
  const run = (await runOf(api, assigned)) ?? (await startRun(api, agent, task))
  say(`The run ${run.id} is ${run.status}.`)

  const events: string[] = []
  const followed = follow(api, run.chat_id, event => {
    events.push(event.type)
    if (event.type === 'message.completed')
      say(`  ${event.message.role}: ${event.message.text.replaceAll(/\s*\n\s*/g, ' / ')}`)
    if (event.type === 'question.asked') say(`  The agent asks: ${event.question.prompt}`)
  })

  let now = await lookAt(api, run.id)
  while (now.status === 'running' || now.status === 'paused') {
    if (now.question) {
      say('  The back office answers: the notice periods.')
      now = must(
        await api.POST('/agents/{agent_id}/runs/{run_id}/respond', {
          params: { path: { agent_id: agent.id, run_id: run.id } },
          body: { answer: 'the notice periods' },
        }),
      )
    }
    await new Promise(resolve => setTimeout(resolve, pollEvery))
    now = await lookAt(api, run.id)
  }
  await followed

  say(`The run has ${now.status} after ${now.duration_seconds} s of work: ${now.summary}`)
  say(`It cost ${now.cost_euros.toFixed(4)} euros and ${now.tokens.total} tokens.`)

  const moved = must(
    await api.PATCH('/tasks/{task_id}/status', {
      params: { path: { task_id: task.id } },
      body: { status: 'done' },
    }),
  )
  say(`Moved ${moved.reference} to ${moved.status}; the status of its last run is ${moved.last_run_status}.`)
  return { task: moved, run: now, events }
}

async function findAgent(api: Client<paths>, name: string): Promise<Schemas['Agent']> {
  const { data } = must(await api.GET('/agents/', { params: { query: { view: 'summary', limit: 100 } } }))
  const agent = data.find(agent => agent.name === name)
  if (!agent) throw new Error(`There is no agent called "${name}".`)
  return agent
}

/** The run spawned by assigning the task, if the service spawns one. */
async function runOf(api: Client<paths>, task: Schemas['Task']): Promise<Schemas['Run'] | undefined> {
  const { data } = must(await api.GET('/tasks/{task_id}/runs', { params: { path: { task_id: task.id } } }))
  return data[0]
}

async function startRun(api: Client<paths>, agent: Schemas['Agent'], task: Schemas['Task']) {
  const { run_id } = must(
    await api.POST('/agents/{agent_id}/run', {
      params: { path: { agent_id: agent.id } },
      body: { input: { task: task.title } },
    }),
  )
  return lookAt(api, run_id)
}

async function lookAt(api: Client<paths>, run_id: string): Promise<Schemas['Run']> {
  return must(await api.GET('/runs/{run_id}', { params: { path: { run_id } } }))
}

/** Reads the events of a chat until the service ends the stream. */
async function follow(api: Client<paths>, chat_id: string, heard: (event: Schemas['ChatEvent']) => void) {
  const { data } = await api.GET('/chats/{chat_id}/stream', {
    params: { path: { chat_id } },
    parseAs: 'stream',
  })
  const parser = createParser({ onEvent: ({ data }) => heard(JSON.parse(data)) })
  const text = new TextDecoder()
  for await (const chunk of data ?? []) parser.feed(text.decode(chunk as Uint8Array, { stream: true }))
}

function must<Data>({
  data,
  error,
  response,
}: {
  data?: Data
  error?: Schemas['Error']
  response: Response
}): Data {
  if (data === undefined) throw new Error(`${response.status} from ${response.url}: ${error?.error.message}`)
  return data
}
