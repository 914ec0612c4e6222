// The service as a department with a large Java framework might have built it: enveloped, strict and slow.
import { install } from './fixtures.ts'
import { Kernel } from './kernel.ts'
import { Store } from './model.ts'
import { platformController } from './platform-controller.ts'
import { reportController } from './report-controller.ts'
import { runController } from './run-controller.ts'
import { Simulation } from './simulation.ts'
import { taskController } from './task-controller.ts'
import { workflowController } from './workflow-controller.ts'

export async function start(
  options: { port?: number; timeScale?: number } = {},
): Promise<{ url: string; stop(): Promise<void>; target: object }> {
  const scale = options.timeScale ?? 1
  const store = new Store()
  const simulation = new Simulation(store, scale)
  const described = install(store, simulation)
  const endpoints = [
    ...platformController(store, simulation),
    ...runController(store, simulation),
    ...taskController(store, simulation),
    ...workflowController(store, simulation),
    ...reportController(store),
  ]
  const kernel = new Kernel(endpoints, store.keys, scale, () => simulation.catchUp())
  const url = await kernel.open(options.port ?? 0)
  simulation.begin()
  const stop = async (): Promise<void> => {
    simulation.end()
    await kernel.shut()
  }
  return { url, stop, target: { base_url: url, ...described } }
}
