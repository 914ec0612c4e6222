// The door to world files: their format, and how they are read, checked and written.

export type { Sourced } from '../../platform/yaml.ts'
export { ENTRY_KINDS, HANDLED_KINDS, type HandledKind, rolesOf } from './entry-kinds.ts'
export type { DemoHandles } from './generated/demo-handles.gen.ts'
export { checkRule } from './policy-rules.ts'
export { type Path, sentence, WorldError, type WorldProblem } from './problem.ts'
export {
  NOTHING,
  type ReadOptions,
  readWorldSource,
  readWorldText,
  sourceOf,
  WorldReader,
} from './read-world.ts'
export { stepsOf } from './script-text.ts'
export { SHIPPED_WORLDS, shippedWorlds } from './shipped-worlds.ts'
export type { TextFolder, Unreadable } from './text-files.ts'
export type * from './world.ts'
export { worldText } from './write-world.ts'
