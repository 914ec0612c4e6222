/** Mutants that change behaviour and violate nothing, because the specification does not state what they change. */
import type { SourceMutant } from './source-mutants.ts'

/** Members that the specification neither names nor describes, on any server. */
const UNSTATED = new Set(
  [
    'pause_reason pending_question retried_from is_shared slug owner deleted_at queue_position has_more created_by',
    'subtask_count steps_total steps_done version has_gate is_test started_by document document_count icon page',
    'message_id run_status conversation_id knowledge_base_name by_status with_objection last_run_at resets',
    'average_cost_euros included remaining accepted step_id output expires_at requested_by requested_at approver_ids',
    'finished_runs failed_runs runs_today generated_at currency auto_top_up is_final label renews code requestId',
    'generatedAt totalElements startedBy waitingFor faultReason visibility ownerId trigger stepId index msg loc field',
    'message detail instance violations Location sequence system_fingerprint context_window owned_by created logprobs',
    'ofThemTests allowance tz kind name title displayName agent_name agentName userName teamName userId at',
    'workflow_run_id workflowRunId total_cost_euros total_tokens',
  ].flatMap(line => line.split(' ')),
)

/** Reasons by a pattern in the changed line. */
const LINES: readonly [pattern: RegExp, reason: string][] = [
  [/\b(emit|#?tell|append)\(|seq:|writeSSE|stream\.write/, 'the events of a chat are not stated'],
  [
    /Retry-After|retry-after|www-authenticate|server', '|x-process-time|x-total-count/,
    'the header is not stated',
  ],
  [
    /Math\.min\((50|100|20), (integer|q\.int|p\.)|\?\? (10|20)\)?,? offset/,
    'the sizes of pages are not stated',
  ],
  [
    /run\.(tokens|cents) =|const (seconds|cached|units|rate) =|\* rate|perThousand/,
    'what a run costs is not stated',
  ],
  [/^- {2}(report|single)\('|perMinute: 11|^- {2}\d\d,$/, 'a limit between 10 and 30 is as good as another'],
  [/awaiting_gate|waiting_approval|awaiting_decision/, 'the statuses of workflow runs are not stated'],
  [/\bsay\(/, 'the messages of a chat are not stated'],
  [/timeScale = timeScale/, 'how fast time passes is part of the test'],
  [/loc: i\.loc, msg: i\.msg/, 'the body of a refusal is not stated'],
  [/prompt: step\.prompt|trace\.state =/, 'what a question and a step show is not stated'],
  [
    /^- {2}\w+: given\.\w+ \?\? .*\n\+ {2}\w+: given\.\w+,$/,
    'what a task shows of a field that was not given is not stated',
  ],
  [/app\.(all|notFound)\(/, 'what answers where there is nothing is not stated'],
  [/ofThemTests:/, 'that test runs are counted apart is not stated'],
  [/run\.summary = |status as 204/, 'what a summary says, and the headers of no body, are not stated'],
  [/'Check every line twice\. '/, 'what agents are told to do is not stated'],
]

/** Reasons that hold in one file only, by a pattern in the changed line. */
const IN_FILES: readonly [file: string, pattern: RegExp, reason: string][] = [
  ['fastapi-like/flows', /position: i \+ 1/, 'what a step tells is not stated'],
  ['fastapi-like/flows', /success_rate: over/, 'which statistics a summary holds is not stated'],
  ['fastapi-like/flows', /const test = /, 'that a test run shows as one is not stated'],
  ['fastapi-like/v1', /return pieces\.map/, 'the inner structure of messages is not stated'],
  ['fastapi-like/engine', /const missing = /, 'which values a question with fields needs is not stated'],
  ['fastapi-like/engine', /run\.plan\.length === 0/, 'when a resumed run asks again is not stated'],
  ['fastapi-like/db', /includes\(task\.creator\)/, 'who sees whose tasks within a tenant is not stated'],
  ['fastapi-like/tasks', /t\.creator\.id === ownerId/, 'an agent that has the id of a person is not stated'],
  ['fastapi-like/app', /'model_attributes_type'/, 'that other content types are refused is not stated'],
  [
    'enterprise/task-controller',
    /\? assignee_id : agent_id/,
    'that an assignment starts a run is not stated',
  ],
  ['enterprise/kernel', /60_000 \/ timeScale/, 'a minute is no shorter for a thousandth of a second'],
  ['tiny/routes', /const EMPTIED = /, 'what null does to a field is not stated'],
  ['tiny/routes', /\?\? which\.status/, 'what an agent says that waits is not stated'],
  ['tiny/state', /const euros = /, 'prices are not stated'],
  ['tiny/rules', /limit: Math\.min\(50/, 'the sizes of pages are not stated'],
]

const ON_MEMBERS = /^(drop|null|zero|swap)-members?$/

/** Why the mutant is lawful; undefined when it is believed to violate a stated sentence. */
export function lawfulReason({ id, edit }: SourceMutant, diff: string): string | undefined {
  const one = IN_FILES.find(([file, pattern]) => id.startsWith(`${file}.ts:`) && pattern.test(diff))
  if (one) return one[2]
  if (ON_MEMBERS.test(edit.operator) && edit.members.length > 0) {
    if (edit.members.every(name => UNSTATED.has(name))) return `${edit.members.join(' and ')} is not stated`
    // The change is in a refusal or an issue of one.
    if (/issues\.push|refuse\(|Problem\.invalid\(/.test(diff)) return 'the body of a refusal is not stated'
  }
  return LINES.find(([pattern]) => pattern.test(diff))?.[1]
}
