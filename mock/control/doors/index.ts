// Every operation of control.yaml has its handler here; one that is missing does not compile.
import type { ControlHandlers } from '../handler.ts'
import { about } from './about.ts'

export const doors: ControlHandlers = { ...about }
