// The names of members for figures that the specification describes without naming them.
import type { Profile } from './profile.ts'

/**
 * The names by requirement, for `members` in a target file of the conformance suite. They depend on the profile where a
 * gap is about a name.
 */
export function memberNames(profile: Profile): Record<string, string | string[]> {
  const tokens = profile['token-fields'] === 'flat' ? 'total_tokens' : 'tokens'
  return {
    'ANA-07': 'runs',
    'ANA-08': 'success_rate',
    'ANA-09': 'runs_per_day',
    'ANA-10': 'active_agents',
    'ANA-11': 'active_users',
    'ANA-12': 'messages',
    'ANA-13': 'cost_euros',
    'ANA-14': 'prompt_caching_saving_euros',
    'ANA-15': 'top_models',
    'ANA-16': 'runs',
    'ANA-17': 'success_rate',
    'ANA-18': 'cost_euros',
    'ANA-19': tokens,
    'ANA-20': 'top_users',
    'ANA-26': ['runs', 'cost_euros'],
    'ANA-27': 'agents',
    'ANA-30': ['runs', 'cost_euros'],
    'ANA-31': 'agents',
    'ANA-35': 'agents',
    'ANA-36': 'runs',
    'ANA-37': 'pending_approvals',
    'SPEND-06': 'spend_euros',
    'SPEND-09': 'spend_euros',
    'SPEND-12': 'spend_euros',
    'SPEND-15': 'spend_euros',
    'SPEND-18': 'spend_euros',
    'WALLET-01': 'spend_today_euros',
    'WALLET-02': 'spend_last_30_days_euros',
    'WALLET-03': 'balance_euros',
    'WALLET-09': 'headline.subscription_euros',
    'WALLET-10': 'headline.usage_euros',
    'WALLET-11': 'headline.agent_runs_euros',
    'WALLET-12': ['headline', 'lines'],
    'WALLET-14': 'caps',
    'WALLET-15': 'features',
    'WALLET-16': 'usage',
    'WALLET-17': 'upgrade_targets',
    'AGENCY-01': 'agents',
    'AGENCY-02': 'runs',
    'AGENCY-03': tokens,
    'AGENCY-04': 'cost_euros',
    'WF-34': 'runs',
    'WF-37': 'cost_euros',
  }
}
