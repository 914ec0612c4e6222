// The service as a department with a large Java framework might have built it: wrapped, formal, unhurried.
import { install } from './enterprise/fixtures.ts'
import { Kernel } from './enterprise/kernel.ts'
import { Estate } from './enterprise/model.ts'
import { platformController } from './enterprise/platform-controller.ts'
import { reportController } from './enterprise/report-controller.ts'
import { runController } from './enterprise/run-controller.ts'
import { Simulation } from './enterprise/simulation.ts'
import { taskController } from './enterprise/task-controller.ts'
import { workflowController } from './enterprise/workflow-controller.ts'

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
