/** Why a mutant that lives cannot be told from a lawful service, or what would be needed to notice it. */

const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /^STATE-(05|10|20|38)\/.*does-nothing/,
    'a call that changes nothing and is answered 200 leaves the state that is stated; it is reported as not exercised',
  ],
  [/^STATE-16\//, 'the events of a chat are not stated, so neither is how a message shows in them'],
  [/^COMP-0[14]\//, 'the inner structure of these values is not stated: a refusal may be of that'],
  [/^COMP-09\//, 'nothing is shown of an output specification: a service may take anything for one'],
  [
    /^(ANA-32|SPEND-13)\/.*no-notice-of-days/,
    'how teams come by history is not stated: what one has today may be all of this week',
  ],
  [/^COMP-23\//, 'a model may take no temperature'],
  [
    /^ROLE-21\//,
    'how much the whole workspace has is known from other endpoints only; needs comparison of all of them',
  ],
  [
    /^EVENT-01\/|^STATE-5[12]\/.*running|^STATE-51\/.*paused/,
    'how long a run may take is not stated: one that goes on is not one that never ends',
  ],
  [/^EVENT-05\//, 'the path of the shared chat is not stated'],
  [
    /^SCOPE-17\//,
    'stopped before it began, with exit status 4: a key with that single scope looks like a wrong key',
  ],
  [
    /^GEN-02\/(setTaskStatus|createChatCompletion)/,
    'which moves and which messages are right is not stated: a refusal may be of that and not of JSON',
  ],
  [/^APPR-05\//, 'who is entitled to see an approval is not stated within a tenant'],
]

export const reasonFor = (id: string): string | undefined =>
  REASONS.find(([pattern]) => pattern.test(id))?.[1]
