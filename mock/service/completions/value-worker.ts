// Makes up values in a worker thread, so that no schema can block the server.
import { parentPort } from 'node:worker_threads'
import { loadMakers, madeUpValue, type ValueOrder } from './made-up-value.ts'

// The time limit of an order starts after this.
await loadMakers()
parentPort?.on('message', (order: string) => {
  void madeUpValue(JSON.parse(order) as ValueOrder).then(value => parentPort?.postMessage(value))
})
parentPort?.postMessage('ready')
