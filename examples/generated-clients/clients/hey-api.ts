import { createTask, getRun, getTask, listAgents, startRun } from '../generated/hey-api'
import { client } from '../generated/hey-api/client.gen'
import { tour } from '../tour'

const always = { throwOnError: true } as const

await tour((baseUrl, key) => {
  client.setConfig({ baseUrl, auth: () => key })
  return {
    agents: async () => (await listAgents({ query: { limit: 200 }, ...always })).data.data,
    start: async (agent_id, task) =>
      (await startRun({ path: { agent_id }, body: { input: { task } }, ...always })).data,
    run: async run_id => (await getRun({ path: { run_id }, ...always })).data,
    createTask: async title => (await createTask({ body: { title }, ...always })).data,
    task: async task_id => (await getTask({ path: { task_id }, ...always })).data,
  }
})
