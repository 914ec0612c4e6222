// Generated from the contract by `npm run generate`; edit openapi/**/*.yaml instead.

/** The answers that a deployment may give to each silence of the specification, by gap. */
export interface GapAnswers {

}

/** The ids of the ledger. */
export type RequirementId =
  never
