/** What a workspace can be made of, other than an existing one. */
export const contents = {
  demo: 'A company with ninety days of history',
  quiet: 'The demo’s people, agents and workflows, before anything has happened',
  empty: 'People, keys, models and a plan, and nothing else',
} as const
