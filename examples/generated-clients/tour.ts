// The same five calls for each generated client against a running mock, with its own functions and types.

/** The calls of the tour. */
export interface Calls {
  agents(): Promise<readonly { readonly id: string; readonly tags?: readonly string[] }[]>
  start(agentId: string, task: string): Promise<{ readonly run_id: string }>
  run(id: string): Promise<{ readonly status: string; readonly summary?: string | null | undefined }>
  createTask(title: string): Promise<{ readonly id: string }>
  task(id: string): Promise<{ readonly title: string }>
}

declare const process: { env: Record<string, string | undefined>; exitCode: number }

/** Takes the tour with a client, and prints the results. */
export async function tour(connect: (baseUrl: string, key: string) => Calls): Promise<void> {
  const { AGENT_WORK_URL: url = '', AGENT_WORK_KEY: key = '' } = process.env
  const calls = connect(url, key)
  const agents = await calls.agents()
  const agent = agents.find(({ tags }) => tags?.includes('agent-that-finishes')) ?? agents[0]
  if (!agent) throw new Error('the service has no agent')
  const { run_id } = await calls.start(agent.id, 'Check invoice 17')
  let run = await calls.run(run_id)
  for (let polls = 0; run.status === 'running' && polls < 100; polls++) {
    await new Promise(resolve => setTimeout(resolve, 100))
    run = await calls.run(run_id)
  }
  const { id } = await calls.createTask('Check invoice 17')
  const { title } = await calls.task(id)
  if (run.status !== 'completed' || !run.summary || title !== 'Check invoice 17')
    throw new Error(`the tour ended with ${JSON.stringify({ run, title })}`)
  console.log(`completed: ${run.summary}`)
}
