/** The kept file cannot be used. The message names the file and the remedy. */
export class KeepProblem extends Error {
  readonly path: string

  constructor(path: string, problem: string) {
    super(`${path} ${problem}.`)
    this.name = 'KeepProblem'
    this.path = path
  }
}
