// The service as a department with a large Java framework might have built it: wrapped, formal, unhurried.
import { install } from './fixtures.ts'
import { Kernel } from './kernel.ts'
import { Estate } from './model.ts'
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
  const estate = new Estate()
  const simulation = new Simulation(estate, scale)
  const described = install(estate, simulation)
  const endpoints = [
    ...platformController(estate, simulation),
    ...runController(estate, simulation),
    ...taskController(estate, simulation),
    ...workflowController(estate, simulation),
    ...reportController(estate),
  ]
  const kernel = new Kernel(endpoints, estate.keys, scale, () => simulation.catchUp())
  const url = await kernel.open(options.port ?? 0)
  simulation.begin()
  const stop = async (): Promise<void> => {
    simulation.end()
    await kernel.shut()
  }
  return { url, stop, target: { base_url: url, ...described } }
}
