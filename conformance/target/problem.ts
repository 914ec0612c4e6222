/** The target or the command cannot be used as written; the message says what to change. */
export class TargetProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TargetProblem'
  }
}
