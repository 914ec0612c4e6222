import type { z } from 'zod'
import type { Session } from './session.ts'

type Shape = Readonly<Record<string, z.ZodType>>
type Input<S extends Shape> = z.infer<z.ZodObject<S>>

export interface Tool {
  readonly title: string
  readonly description: string
  readonly input: Shape
  readonly readOnly?: boolean
  readonly run: (input: never, session: Session) => Promise<unknown>
}

/** A tool whose input has the types of its fields. */
export function tool<S extends Shape>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: S
    readonly run: (input: Input<S>, session: Session) => Promise<unknown>
  },
): Tool {
  return definition
}
