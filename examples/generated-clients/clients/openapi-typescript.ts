import createClient from 'openapi-fetch'
import type { paths } from '../generated/openapi-typescript'
import { tour } from '../tour'

await tour((baseUrl, key) => {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })
  const whole = <Data>({ data, error }: { data?: Data; error?: unknown }): Data => {
    if (data === undefined) throw new Error(JSON.stringify(error))
    return data
  }
  return {
    agents: async () => whole(await client.GET('/agents/', { params: { query: { limit: 200 } } })).data,
    start: async (agent_id, task) =>
      whole(
        await client.POST('/agents/{agent_id}/run', {
          params: { path: { agent_id } },
          body: { input: { task } },
        }),
      ),
    run: async run_id => whole(await client.GET('/runs/{run_id}', { params: { path: { run_id } } })),
    createTask: async title => whole(await client.POST('/tasks', { body: { title } })),
    task: async task_id => whole(await client.GET('/tasks/{task_id}', { params: { path: { task_id } } })),
  }
})
