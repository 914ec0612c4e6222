// What `npm run mutate` changes line by line, and the tests that have to notice.

const machine = [
  'mock/service/chats.test.ts',
  'mock/work/answers.test.ts',
  'mock/work/run-work.test.ts',
  'mock/work/run-machine.test.ts',
]
const states = ['mock/service/run-states.test.ts', ...machine]
const runs = ['mock/service/runs.test.ts', 'mock/service/tasks/spawn.test.ts', ...machine]
const access = ['mock/server/access.test.ts', 'mock/service/approvals.test.ts', 'mock/control/people.test.ts']
const suite = ['conformance/index.test.ts', 'conformance/requirements/verdict.test.ts']

/** The files, by the idea they belong to, each with its tests; behind `#` one function of a file. */
export const subjects: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'The run state machine': {
    'mock/work/run-moves.ts': states,
    'mock/work/runs.ts': runs,
    'mock/work/run-changes.ts': runs,
    'mock/work/run-work.ts': runs,
    'mock/work/run-script.ts': runs,
    'mock/work/answers.ts': runs,
  },
  Paging: {
    'mock/service/paging.ts': ['mock/service/paging.test.ts'],
    'mock/world/cursor.ts': ['mock/world/cursor.test.ts'],
  },
  'Scopes and roles': {
    'mock/server/authenticate.ts': access,
    'mock/service/role-rule.ts': [...access, 'mock/service/wallet.test.ts'],
    'mock/service/visibility.ts': access,
    'mock/server/rate-windows.ts': ['mock/server/rate-windows.test.ts'],
  },
  'Verdicts of the suite': {
    'conformance/requirements/verdict.ts': suite,
    'conformance/engine/scheduler.ts': suite,
    'conformance/report/waivers.ts': suite,
    'conformance/report/make-report.ts#outcomeOf': suite,
  },
}
