// The door to the usage of clients, beside that of the contract, so that most programs do not load it.
export { type Impact, impacts, type Touch, touchOf, worstOf } from './judge-usage.ts'
export { type OperationUsage, readUsage, readUsages, requireUsage, type Usage, usageText } from './usage.ts'
export { type SeenCall, usageOf } from './usage-of.ts'
