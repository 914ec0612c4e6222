import { UsageError } from '../../flags/flag.ts'

/** The target or the command cannot be used as written; the message says what to change. */
export class TargetProblem extends UsageError {
  constructor(message: string) {
    super(message)
    this.name = 'TargetProblem'
  }
}
