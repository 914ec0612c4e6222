/** The commands that query a running mock. Any other command line starts one. */
export const reportNames = ['lint', 'coverage', 'explain'] as const

export type ReportName = (typeof reportNames)[number]

export function isReport(name: string | undefined): name is ReportName {
  return reportNames.some(known => known === name)
}
