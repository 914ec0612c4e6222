import { createTask, getRun, getTask, listAgents, startRun } from '../generated/orval/api'
import { connect } from '../orval-fetch'
import { tour } from '../tour'

await tour((baseUrl, key) => {
  connect(baseUrl, key)
  const unexpected = ({ status }: { status: number }) => new Error(`it answered ${status}`)
  return {
    async agents() {
      const reply = await listAgents({ limit: 200 })
      if (reply.status !== 200) throw unexpected(reply)
      return reply.data.data
    },
    async start(agentId, task) {
      const reply = await startRun(agentId, { input: { task } })
      if (reply.status !== 200) throw unexpected(reply)
      return reply.data
    },
    async run(id) {
      const reply = await getRun(id)
      if (reply.status !== 200) throw unexpected(reply)
      return reply.data
    },
    async createTask(title) {
      const reply = await createTask({ title })
      if (reply.status !== 201) throw unexpected(reply)
      return reply.data
    },
    async task(id) {
      const reply = await getTask(id)
      if (reply.status !== 200) throw unexpected(reply)
      return reply.data
    },
  }
})
