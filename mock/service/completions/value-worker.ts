// Makes up values away from the thread that serves, which goes on whatever a schema asks for.
import { parentPort } from 'node:worker_threads'
import { loadMakers, madeUpValue, type ValueOrder } from './made-up-value.ts'

// The time that an order may take does not begin before this.
await loadMakers()
parentPort?.on('message', (order: string) => {
  void madeUpValue(JSON.parse(order) as ValueOrder).then(value => parentPort?.postMessage(value))
})
parentPort?.postMessage('ready')
