import { createApiClient } from '../generated/openapi-zod-client'
import { tour } from '../tour'

await tour((baseUrl, key) => {
  const api = createApiClient(baseUrl)
  api.axios.defaults.headers.common.Authorization = `Bearer ${key}`
  return {
    agents: async () => (await api.listAgents({ queries: { limit: 200 } })).data,
    start: (agent_id, task) => api.startRun({ input: { task } }, { params: { agent_id } }),
    run: run_id => api.getRun({ params: { run_id } }),
    createTask: title => api.createTask({ title }),
    task: task_id => api.getTask({ params: { task_id } }),
  }
})
