/** Why a mutant that lives cannot be told from a lawful service, or what would be needed to notice it. */

const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /^(ANA-0[7-9]|ANA-1\d|ANA-20|ANA-3[5-7]|WALLET-0[1-3]|WALLET-(09|1[0-7])|AGENCY-0[2-4])\/.*tells-(no|a-sentence)/,
    'the names of these members are not stated; none that is recognised proves nothing, so it is reported as not exercised',
  ],
  [
    /^(ANA-2[67]|ANA-3[01]|SPEND-(06|09|12|15|18))\/.*(no-(agents|runs|cost|amounts|rows)|sentence)/,
    'the names of these members are not stated, and a workspace may have no history',
  ],
  [
    /^STATE-(05|10|20|38)\/.*does-nothing/,
    'a call that changes nothing and is answered 200 leaves the state that is stated; it is reported as not exercised',
  ],
  [/^STATE-16\//, 'the events of a chat are not stated, so neither is how a message shows in them'],
  [/^STATE-4[23]\//, 'only an agent that repeats its answer shows whether the answer reached it'],
  [
    /^RESPOND-06\/|^COMP-0[146]\//,
    'the inner structure of these values is not stated: a refusal may be of that',
  ],
  [/^COMP-23\//, 'a model may take no temperature'],
  [/^ROLE-1\d\/.*another-team/, 'which team a person is in is not shown; needs a fact in the target'],
  [
    /^ROLE-21\//,
    'how much the whole workspace has is known from other endpoints only; needs comparison of all of them',
  ],
  [/^(WALLET-08|AGENCY-05)\/.*refuses/, 'the form of a month is not stated'],
  [
    /^EVENT-01\/|^STATE-5[12]\/.*running|^STATE-51\/.*paused/,
    'how long a run may take is not stated: one that goes on is not one that never ends',
  ],
  [/^EVENT-05\//, 'the path of the shared chat is not stated'],
  [
    /^SCOPE-17\//,
    'stopped before it began, with exit status 4: a key with that single scope looks like a wrong key',
  ],
  [/^APPR-05\//, 'who is entitled to see an approval is not stated within a tenant'],
]

export const reasonFor = (id: string): string | undefined =>
  REASONS.find(([pattern]) => pattern.test(id))?.[1]
