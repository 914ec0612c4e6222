/** Nothing moves that no request was to move: judged over all readings of tasks and runs, whoever made them. */
import { type Scenario, scenario } from '../../engine/scenario.ts'

/** Where a change that nobody asked for is blamed: on the write before it, else on the reading itself. */
const BLAMED: Readonly<Record<string, string>> = {
  updateTask: 'TASK-35',
  setTaskStatus: 'STATE-53',
  setTaskAssignee: 'TASK-38',
  getRun: 'RUN-25',
  getTask: 'TASK-34',
  getTaskByNumber: 'TASK-33',
}

const frames = scenario({
  id: 'general/frames',
  title: 'Tasks and runs change in nothing but what a request was to change',
  requirements: [...new Set(Object.values(BLAMED))],
  cost: {},
  overall: true,
  async run(t) {
    for (const { after, sentence, evidence } of t.context.frames.drifts)
      t.violated(BLAMED[after] ?? 'TASK-34', sentence, ...evidence)
    t.notExercised([...new Set(Object.values(BLAMED))], 'a change that nobody asked for: none was seen')
  },
})

export const frameScenarios: readonly Scenario[] = [frames]
