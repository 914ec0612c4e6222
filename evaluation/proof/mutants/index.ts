/** The catalogue of all mutants. */
import { accessMutants } from './access.ts'
import { agreementMutants } from './agreement.ts'
import { approvalMutants } from './approvals.ts'
import { derivedMutants } from './derived.ts'
import { figureMutants } from './figures.ts'
import { listMutants } from './lists.ts'
import { moneyMutants } from './money.ts'
import { type Mutant, mutantsIn } from './mutant.ts'
import { rateLimitMutants } from './rate-limits.ts'
import { runAnswerMutants } from './run-answers.ts'
import { runRecordMutants } from './run-records.ts'
import { runMutants } from './runs.ts'
import { serviceMutants } from './service.ts'
import { taskChangeMutants } from './task-changes.ts'
import { taskListMutants } from './task-lists.ts'
import { taskMutants } from './tasks.ts'
import { teamStatsMutants } from './team-stats.ts'
import { tenantMutants } from './tenants.ts'
import { statusMutants, wireMutants } from './wire.ts'
import { workflowRunMutants } from './workflow-runs.ts'

export type { Mutant } from './mutant.ts'

export const catalogue: readonly Mutant[] = [
  derivedMutants(),
  accessMutants,
  rateLimitMutants,
  runMutants,
  runAnswerMutants,
  runRecordMutants,
  listMutants,
  workflowRunMutants,
  taskListMutants,
  figureMutants,
  teamStatsMutants,
  moneyMutants,
  statusMutants,
  agreementMutants,
  taskMutants,
  taskChangeMutants,
  tenantMutants,
  approvalMutants,
  serviceMutants,
  wireMutants,
].flatMap(mutantsIn)
