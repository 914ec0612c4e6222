import type { Policy, PolicyRule } from '../control/generated/control.gen.ts'
import type { Call } from './call.ts'

/** What a text contains, in whatever case, or a regular expression. */
export type TextMatch = string | RegExp

/** How often a rule applies at most. Default: always. */
export type RuleOptions = Pick<PolicyRule, 'times'>

/** What chat and agent completions answer. */
export interface MockCompletions {
  /**
   * Answers completions whose last message matches. A rule that was added later goes first.
   *
   * @example workspace.completions.when(/invoice/i).say('Invoice 17 is paid.')
   */
  when(message: TextMatch): {
    say(text: string, options?: RuleOptions): Policy
    /** For completions that request a form; others get its JSON. */
    output(value: unknown, options?: RuleOptions): Policy
  }
}

/** What agents do. */
export interface MockAgents {
  /**
   * Gives an agent, by its handle or id, another script for runs whose input matches, however they are started. Its
   * agent completions follow it, too.
   *
   * @example workspace.agents.when('agent-that-finishes', /Kvist/).script('work 5s; fail The bank is closed.')
   */
  when(
    agent: string,
    input?: TextMatch,
  ): { script(script: NonNullable<PolicyRule['script']>, options?: RuleOptions): Policy }
}

export function completionsOf(call: Call): MockCompletions {
  return {
    when: message => ({
      say: (say, options) => call('addPolicyRule', { body: { when: String(message), say, ...options } }),
      output: (output, options) =>
        call('addPolicyRule', { body: { when: String(message), output, ...options } }),
    }),
  }
}

export function agentsOf(call: Call): MockAgents {
  return {
    when: (agent, input) => ({
      script(script, options) {
        const when = input === undefined ? {} : { when: String(input) }
        return call('addPolicyRule', { body: { ...when, agent, script, ...options } })
      },
    }),
  }
}
