/** The door to the watch. */
export type { Deployment } from './deployment-watch.ts'
export { History } from './history.ts'
export { pageOf, serveWatch } from './serve.ts'
export { junitOf, summaryOf } from './summary.ts'
export { viewOf } from './view.ts'
export { Watch, type WatchOptions } from './watch.ts'
