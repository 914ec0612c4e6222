import { Api } from '../generated/swagger-typescript-api/api'
import { tour } from '../tour'

await tour((baseUrl, key) => {
  const { agents, runs, tasks } = new Api<string>({
    baseUrl,
    // Some functions are generated without it and would return null.
    baseApiParams: { format: 'json' },
    securityWorker: () => ({ headers: { authorization: `Bearer ${key}` } }),
  })
  return {
    agents: async () => (await agents.listAgents({ limit: 200 })).data.data,
    start: async (agentId, task) => (await agents.startRun(agentId, { input: { task } })).data,
    run: async id => (await runs.getRun(id)).data,
    createTask: async title => (await tasks.createTask({ title })).data,
    task: async id => (await tasks.getTask(id)).data,
  }
})
