/** The catalogue of all mutants. */
import { accessMutants } from './access.ts'
import { agreementMutants } from './agreement.ts'
import { derivedMutants } from './derived.ts'
import { figureMutants } from './figures.ts'
import { listMutants } from './lists.ts'
import type { Mutant } from './mutant.ts'
import { runRecordMutants } from './run-records.ts'
import { runMutants } from './runs.ts'
import { serviceMutants } from './service.ts'
import { taskListMutants } from './task-lists.ts'
import { taskMutants } from './tasks.ts'
import { tenantMutants } from './tenants.ts'
import { wireMutants } from './wire.ts'

export type { Mutant } from './mutant.ts'

export const catalogue: readonly Mutant[] = [
  ...derivedMutants(),
  ...accessMutants,
  ...runMutants,
  ...runRecordMutants,
  ...listMutants,
  ...taskListMutants,
  ...figureMutants,
  ...agreementMutants,
  ...taskMutants,
  ...tenantMutants,
  ...serviceMutants,
  ...wireMutants,
]
