import { createTask } from '../generated/kubb/clients/createTask'
import { getRun } from '../generated/kubb/clients/getRun'
import { getTask } from '../generated/kubb/clients/getTask'
import { listAgents } from '../generated/kubb/clients/listAgents'
import { startRun } from '../generated/kubb/clients/startRun'
import { tour } from '../tour'

await tour((baseURL, key) => {
  const config = { baseURL, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } }
  return {
    agents: async () => (await listAgents({ limit: 200 }, config)).data,
    start: (agentId, task) => startRun(agentId, { input: { task } }, config),
    run: id => getRun(id, config),
    createTask: title => createTask({ title }, config),
    task: id => getTask(id, config),
  }
})
