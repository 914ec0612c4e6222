// What the schema of a policy rule does not say.
import { millisecondsIn } from '../simulation/duration.ts'
import { patternProblem } from '../store/pattern.ts'
import type { Path, Report } from './problem.ts'
import { stepsOf } from './script-text.ts'
import type { PolicyRule } from './world.ts'

/** The members of rules by which completions answer and agents work. */
const ANSWERS = ['say', 'output', 'script'] as const
/** The members that only rules about people have. */
const PEOPLES = ['on', 'by', 'after', 'reject', 'object', 'comment', 'answer', 'values'] as const

export function checkRule(rule: PolicyRule, at: Path, report: Report): void {
  const { when, after = 0, reject = 0, object = 0, script } = rule
  const has = (name: keyof PolicyRule) => rule[name] !== undefined
  const [answer, other] = ANSWERS.filter(has)
  const [peoples] = PEOPLES.filter(has)
  if (answer && (other || peoples))
    report(
      [...at, other ?? peoples!],
      `does not go with ${answer}; a rule with ${answer} has only when, agent and times beside it`,
    )
  const problem = when === undefined ? undefined : patternProblem(when)
  if (problem !== undefined) report([...at, 'when'], problem)
  if (script !== undefined) stepsOf(script, [...at, 'script'], report)
  const delays = [after].flat().map(each => millisecondsIn(each))
  if (delays.some(Number.isNaN))
    report([...at, 'after'], 'must be a time such as 10m or 2h, or the least and the longest')
  else if (delays.length === 2 && delays[1]! < delays[0]!)
    report([...at, 'after'], 'must be the least delay, then the longest')
  if (reject + object > 1)
    report([...at, 'object'], `must be at most ${1 - reject} beside reject ${reject}, but was ${object}`)
}
