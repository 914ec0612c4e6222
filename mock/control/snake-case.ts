/** A name as replies have it: `workflow_runs` for `workflowRuns`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
