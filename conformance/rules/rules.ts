/**
 * Every kind of conclusion that the suite may draw. A verdict `met` or `violated` names one of these rules, and no check
 * draws another kind: a new kind is an entry here, with the sentence that it rests on and the lawful behaviour that it
 * could be mistaken for. `agent-work conformance rules` prints this table.
 */

export interface Rule {
  /** The conclusion: what a right deployment does. */
  readonly says: string
  /** What the calls behind `met` must hold, because a violation could have been seen nowhere else. */
  readonly shows: Sight
  /** Sections of the specification that state it. */
  readonly sections: readonly string[]
  /** What a check that applies this rule takes for granted. */
  readonly grants: string
  /** Lawful behaviour that could look like a violation. */
  readonly lookalike: string
  /** How a check tells that behaviour from a violation. */
  readonly excluded: string
}

/** What calls may hold in which a violation could be seen. */
export type Sight = 'reply' | 'success' | 'refusal' | 'rows' | 'comparison' | 'contrast'

/** All rules, by id. */
export const rules = {
  // ── Requests and replies ────────────────────────────────────────────────────────────────────────────────────────
  'stated-status': {
    says: 'a valid request of a permitted key is answered with the stated status',
    shows: 'success',
    sections: ['4', '7'],
    grants: 'The key has the scope and the role, the ids exist, and the body is valid.',
    lookalike:
      'A state refuses it: an empty wallet, a cap, a busy or disabled agent, a rate limit; or the service fails for a moment.',
    excluded:
      'A 429, a 403 that says when to ask again or that nothing is left of a limit, and a 503 where the operation was served before, are waited for; a read, a creation of a task or a request that is to be refused is sent once more where it fails. A 402 for what a plan may not include is no verdict. A call that costs money or depends on a state must be refused in eight turns with a like call that is served.',
  },
  'accepts-value': {
    says: 'a stated field or parameter is accepted with a value of its stated type',
    shows: 'success',
    sections: ['2.1', '2.2', '2.3', '2.4', '4'],
    grants: 'The same request is served without the value, before and after.',
    lookalike:
      'The value names a record that the caller may not use, lies outside bounds that are not stated, or a state refuses every such request.',
    excluded:
      'Values are null, words of the specification, or ids read from the deployment itself. Of values whose form or bounds are not stated, none is accepted or there is no verdict; nor is there one where the request fails without the value as well. Of a task, a refusal with another status than 422 is no verdict.',
  },
  'refuses-invalid': {
    says: 'a request that fails validation is refused with 422',
    shows: 'refusal',
    sections: ['4', '7', '8'],
    grants: 'The stated type, words or bounds exclude the value.',
    lookalike:
      'Another reason refuses the request first: a state, a missing record, a limit; the service fails for a moment; it reads the value as another, as a null for an optional field as one that is left out.',
    excluded:
      'The same request with a valid value is served, and one that fails is sent once more. Values that lenient services convert are not sent. A body that is no object and no list may be answered 400, as what is not JSON.',
  },
  'refusal-without-effect': {
    says: 'a refused request changes nothing',
    shows: 'comparison',
    sections: ['3', '5', '7'],
    grants: 'The suite made the record for this.',
    lookalike: 'The record moves by itself, as a run does; somebody else or a bot changes it.',
    excluded:
      'Only fields that nothing but a request changes are compared, before and after. A change of a task counts where the same request makes it again once it is set back, or where it is what a refused caller asked for.',
  },
  'stated-member': {
    says: 'a reply carries each member that is stated for it',
    shows: 'success',
    sections: ['2', '4', '2.5'],
    grants: 'The reply is a success and of a record of that kind.',
    lookalike: 'A member that is described but not named has a name that the suite does not know.',
    excluded:
      'A described member is missed only where the target names it, where the reply has no value of its kind, or where other runs that have ended have it; a summary, where those under the same status do; a count, where other rows or another period have it, and nothing else is there.',
  },
  'stated-type': {
    says: 'a member or a reply has the stated type, form or words',
    shows: 'success',
    sections: ['1', '2', '4', '6'],
    grants:
      'The form is stated: JSON, an event stream, the shape of the common third-party API, a named list of words.',
    lookalike: 'A form that the specification leaves open.',
    excluded: 'Only what the stated form requires in every case is asserted.',
  },
  'possible-figure': {
    says: 'a count is a whole number from zero, a rate lies within its scale and is not full without a success, an amount is a number',
    shows: 'success',
    sections: ['2.5', '4.6'],
    grants: 'The member is named by the specification or by the target.',
    lookalike: 'An amount that is negative because of a credit; a rate in percent.',
    excluded:
      'Only what no unit and no rounding makes possible is blamed. There is no success where all runs that are listed have failed, no more are counted, and one is older than `pace.late_days`.',
  },
  'same-question': {
    says: 'two spellings of one question have the same answer',
    shows: 'comparison',
    sections: ['4', '5'],
    grants: 'Both are asked for the same records, which stand still.',
    lookalike: 'Something changed between the two replies.',
    excluded:
      'The first question is asked again after the second and still has its first answer; what comes and goes is another one in each of three turns.',
  },
  // ── Records ─────────────────────────────────────────────────────────────────────────────────────────────────────
  'keeps-value': {
    says: 'a value that was accepted is in a later reading of the record',
    shows: 'success',
    sections: ['2.1', '2.2', '4'],
    grants: 'The record shows the member at all.',
    lookalike:
      'An equal value in another notation; days in place of moments; a reading that lags behind; entries that a board adds to a list, and tags in its spelling; a position that it numbers anew; an id of nothing that falls back to a default; somebody else or a bot that changes the task later.',
    excluded:
      'Ids that the suite has made up are not compared. Moments are compared as moments, without a time of day where no reply of the kind shows one; lists must hold as many entries at least, with the same letters; of positions far apart one must show as another; and the record is read again until the value shows or the time is over. What a task has shown is lost where it is lost again once it is set.',
  },
  'keeps-others': {
    says: 'what a request does not name, it does not change',
    shows: 'comparison',
    sections: ['2.1', '3', '4'],
    grants: 'The suite made the record, and the same key reads it before and after.',
    lookalike:
      'A member that follows from the changed one: a time of change, a position, a version; somebody else or a bot that changes the task.',
    excluded:
      'Only members that the specification names are compared. A change of a task counts where the same request makes it again once it is set back.',
  },
  'reads-change-nothing': {
    says: 'a read changes nothing',
    shows: 'comparison',
    sections: ['1', '4'],
    grants: 'The suite made the record, and the same key reads it before and after.',
    lookalike: 'A counter or a time of the last access; somebody else or a bot that changes the task.',
    excluded:
      'Only members that the specification names are compared. A change of a task counts where it comes again once it is set back.',
  },
  'same-record': {
    says: 'a record that is read under its id is that record, and the same wherever it is read',
    shows: 'success',
    sections: ['2', '4'],
    grants: 'Both readings show the member under the same name.',
    lookalike: 'A shortened record in a list, a cached list, a record that changed in between.',
    excluded: 'Only members whose value cannot change are compared, or the record is read before and after.',
  },
  'own-id': {
    says: 'each record has an id of its own',
    shows: 'comparison',
    sections: ['2', '4'],
    grants: 'Both records were made by separate requests that were served.',
    lookalike: 'A repeated request that the deployment recognises as the same.',
    excluded: 'The requests differ in their contents.',
  },
  gone: {
    says: 'what was deleted can no longer be read, and is in no list',
    shows: 'comparison',
    sections: ['4.3'],
    grants: 'The deletion answered with the stated status.',
    lookalike: 'A list that lags behind; a record that is kept, and says that it was deleted.',
    excluded:
      'The record and the list are read again until it is gone or the time is over. One that says so is gone.',
  },
  'not-there': {
    says: 'nothing is served under an id that does not exist',
    shows: 'refusal',
    sections: ['4'],
    grants: 'The id was made up, in the form of the ids of the deployment.',
    lookalike:
      'A success with an empty reply, with the id of the request, or with the words that there is no such thing.',
    excluded:
      'Only a reply that shows a record is blamed, an answer that is the same as that of a known agent, or a status from 500 that comes twice.',
  },
  // ── Lists ───────────────────────────────────────────────────────────────────────────────────────────────────────
  'filter-satisfied': {
    says: "a filter's rows all satisfy it",
    shows: 'rows',
    sections: ['4'],
    grants: 'The rows, or the records behind them, show the filtered member.',
    lookalike: 'A row that changed after the list was made.',
    excluded:
      'The record is read again: it must not satisfy the filter before and after. A run at work counts under paused only where nobody paused it and its row says running for `pace.late_seconds`.',
  },
  'filter-complete': {
    says: 'a filter keeps the rows that satisfy it',
    shows: 'rows',
    sections: ['4'],
    grants: 'The record satisfies the filter and stands in the unfiltered list.',
    lookalike: 'A page that ends before it; a list that lags behind; a record that changed.',
    excluded:
      'All pages are read until the record shows or the time is over, and it still satisfies the filter.',
  },
  'lists-visible': {
    says: 'a list holds what its caller is stated to see in it',
    shows: 'rows',
    sections: ['4', '5'],
    grants: 'The record can be read with the same key, and nothing stated leaves it out.',
    lookalike:
      'A page that ends before it; a list that lags behind; a default of `done_since_days`, which is not stated.',
    excluded:
      'All pages are read until the record shows, or until `pace.late_seconds` of the target are over, of tasks beside their status as well.',
  },
  'limit-bounds': {
    says: 'limit bounds the rows of a reply',
    shows: 'rows',
    sections: ['4'],
    grants: 'The list holds more rows.',
    lookalike: 'Fewer rows than asked, where a deployment has a page size of its own.',
    excluded: 'Only more rows than asked are blamed.',
  },
  'pages-continue': {
    says: 'pages that follow each other hold each row once, and leave none out',
    shows: 'rows',
    sections: ['4', '9'],
    grants: 'The order of the list stands still while it is read.',
    lookalike:
      'Rows that came or went while the pages were read; pages that hold fewer rows than asked, or that a cache keeps longer than others.',
    excluded:
      'A page continues where the rows of the one before ended, and the walk goes wrong again on the same rows once `pace.late_seconds` are over.',
  },
  'offset-skips': {
    says: 'offset skips as many rows as it says',
    shows: 'rows',
    sections: ['4', '9'],
    grants: 'The list has the same rows in the same order before and after.',
    lookalike:
      'New rows at the head of the list; a bound on the size of a page; pages that a cache keeps longer than others.',
    excluded:
      'The first page is read before and after, and only rows of replies that hold them are compared. The contradiction is seen again on the same rows once `pace.late_seconds` are over.',
  },
  'newest-first': {
    says: 'a list that is stated to be newest first is',
    shows: 'rows',
    sections: ['4.3'],
    grants: 'The rows show when they began, or the suite knows in which order it made them.',
    lookalike: 'Records of the same moment.',
    excluded: 'Only records that were made one after the reply of the other are compared.',
  },
  // ── Keys, roles, tenants ────────────────────────────────────────────────────────────────────────────────────────
  'key-refused': {
    says: 'a request without a valid key is refused',
    shows: 'contrast',
    sections: ['5'],
    grants: 'The header is missing, of another scheme, or its key is made up or declared to be revoked.',
    lookalike: 'None: any status from 400 to 499 is a refusal.',
    excluded: 'The same request with a valid key is served.',
  },
  'scope-needed': {
    says: 'a key without the scope of an endpoint is refused by it',
    shows: 'contrast',
    sections: ['4', '5'],
    grants: 'The target declares the scopes of the key.',
    lookalike: 'A success reply that shows nothing and does nothing.',
    excluded: 'The same request with a key that has the scope is served.',
  },
  'scope-suffices': {
    says: 'a key with the scope of an endpoint is not refused for its scope',
    shows: 'success',
    sections: ['4', '5'],
    grants: 'The target declares the scopes and the role of the key.',
    lookalike: 'A refusal for another reason: a state, a missing record, a person who may not.',
    excluded:
      'The same request, on a record in the same state, is served with another key of the same person, or the refusal speaks of scopes.',
  },
  'role-refused': {
    says: 'a member is refused workspace-wide figures with 403',
    shows: 'refusal',
    sections: ['5', '7'],
    grants: 'The target declares the key to be that of a member, with the scope.',
    lookalike: 'A 401 for a key whose scopes are not declared.',
    excluded: 'Only keys with declared scopes are judged.',
  },
  'role-window': {
    says: 'a manager sees the figures of their own teams, an admin those of the workspace',
    shows: 'comparison',
    sections: ['5'],
    grants: 'The target names a team that the manager does not manage, and the roles of both keys.',
    lookalike: 'Figures that lag behind or round; a person in two teams.',
    excluded:
      'In each grouping, blamed are rows that name what the role may not see; rows that the wider role lacks; runs older than `pace.late_days` of which the wider role counts fewer, on that day and those beside it; and figures that lie between two readings of the wider role for every label, though another team spent longer ago than that. Of people, the wider role lacks all whom a team shows, and shows fewer.',
  },
  'tenant-closed': {
    says: 'nothing of another tenant is shown, listed or changed',
    shows: 'comparison',
    sections: ['4', '5'],
    grants: 'The target declares the tenant of each key.',
    lookalike: 'Equal ids or names in both tenants.',
    excluded:
      'Only ids that one tenant alone lists, random ids, declared persons, and marks of the suite count as its own; and figures by label that are all the same in both tenants, twice, the second time after one has grown.',
  },
  'person-closed': {
    says: 'what a person is stated not to see is neither listed nor read with their key',
    shows: 'comparison',
    sections: ['4', '5'],
    grants: 'The target says whose record it is.',
    lookalike: 'A record that is shared with the person.',
    excluded: 'The target declares it private, or a list that is stated to be theirs leaves it out.',
  },
  'no-decision-by-key': {
    says: 'nothing that a key does decides an approval',
    shows: 'comparison',
    sections: ['3', '4.5', '5'],
    grants: 'The approval was pending, and nobody decides it in the app at the same time.',
    lookalike: 'A person decides, or the approval expires.',
    excluded:
      'Only an approval that the target reserves, or one of a run of the suite, is judged, at once after the call. Where a person may decide it, the same call must be served and decide that of another run as well, which stayed as it was for as long before.',
  },
  'read-only': {
    says: 'an endpoint that is stated to be read-only accepts no write',
    shows: 'comparison',
    sections: ['4.5', '4.6'],
    grants: 'The path is stated with GET alone.',
    lookalike: 'A success reply that does nothing; somebody who tops up a wallet at the same moment.',
    excluded:
      'Only a visible effect is blamed: a text of the suite in the record, or a balance that grows after each of three requests and at no other time.',
  },
  // ── States ──────────────────────────────────────────────────────────────────────────────────────────────────────
  'move-arrives': {
    says: 'an accepted move leads to its stated state',
    shows: 'comparison',
    sections: ['3'],
    grants: 'The call answered with the stated status and the run is one of the suite.',
    lookalike: 'The status shows a moment later, or the run has moved on by itself.',
    excluded:
      'The run is read until the state shows or the time is over. A run that may have ended by itself counts only where the reply to the move says that it is paused or cancelled, or where the reply to the start of an agent that is declared to be slow shows the end.',
  },
  'move-refused': {
    says: 'a move from a state that is not stated for it leaves the state as it is',
    shows: 'comparison',
    sections: ['3'],
    grants: 'The run was in the state before the call, and was not about to leave it.',
    lookalike:
      'A run that moved by itself; a read that is older than the one before; a call that changes nothing.',
    excluded:
      'Any status below 500 is right where nothing changes. A run at work may end under any word: only cancelled, paused and the word for stopped are blamed, the last two where an untouched run does not come to them. After one move that was taken, none is tried: it may take effect later.',
  },
  'state-stays': {
    says: 'a run stays in a state until something stated moves it',
    shows: 'comparison',
    sections: ['3'],
    grants: 'Nobody else touches the run, which the suite started.',
    lookalike:
      'A time limit of the deployment that ends a run that waits; a run that waits for a tool before it asks; a read that is older than the one before.',
    excluded:
      'A run that comes to wait again is no verdict. The run is watched for as long as an agent of the target needs to make progress, and read again until it shows the state or `pace.late_seconds` are over.',
  },
  'stated-word': {
    says: 'a state with a stated name is called by it, and no other state is',
    shows: 'success',
    sections: ['2.1', '3'],
    grants: 'What the run does shows in which state it is.',
    lookalike:
      'A state that the specification does not name: a queue, a wait for a person, the end of a stop.',
    excluded: 'Only working, paused by a call, cancelled, finished with a summary, and failed count.',
  },
  'starts-anew': {
    says: 'a retry starts a new run with the same agent and input, in a new chat, and leaves the original as it was',
    shows: 'comparison',
    sections: ['3', '4.2'],
    grants: 'The reply or the list of runs names the new run.',
    lookalike:
      'A link from the original to the new run; a summary, a cost or another moment that the original shows later.',
    excluded:
      'Only members that the specification names are compared, the moments of the run and why it failed, and a member that had no value may get one. Other moments are blamed only where a second retry, once `pace.late_seconds` are over, makes them others again.',
  },
  'reaches-agent': {
    says: 'what is sent to a run reaches its agent',
    shows: 'comparison',
    sections: ['3'],
    grants: 'The target declares that the agent repeats it.',
    lookalike: 'A model that words its answer otherwise.',
    excluded:
      'An unmistakable word is sent, and only agents declared to repeat it are judged. Of several values one is enough.',
  },
  'stream-delivers': {
    says: 'a stream is served, framed as stated, and delivers while its run works',
    shows: 'success',
    sections: ['6'],
    grants: 'The chat belongs to a run of the suite.',
    lookalike:
      'A run with nothing to say; a slow network; a chat that is there a moment later than its run; a model that fails midway.',
    excluded:
      'The run is read while the stream is open. A stream is called held back only where it says nothing about a paused run for as long as the target waits for an answer, and begins with the beginning once the run is stopped. It is called silent only where it says nothing about two runs, or about a retry; one run is seen at work after the stream began and comes to a summary, and the stream is closed then or says nothing for as long again.',
  },
  // ── Figures ─────────────────────────────────────────────────────────────────────────────────────────────────────
  'parts-and-whole': {
    says: 'the parts of a figure are no more than the whole, and the lines of a statement come to its headline',
    shows: 'success',
    sections: ['2.5', '4.6', '4.7'],
    grants: 'The reply states both, and the parts are stated to split the whole.',
    lookalike:
      'Rounding of each figure to its unit; agents that nobody sees and that the split leaves out; lines that say what other lines consist of; a tax or a credit beside the lines.',
    excluded:
      'Each figure may differ by one unit of its last shown place, and the parts may be less. A headline may be the sum of some lines, with what is called a tax or a credit.',
  },
  'contradicts-itself': {
    says: 'two figures of one reply do not exclude each other',
    shows: 'success',
    sections: ['2.5', '4.4', '4.6', '4.7'],
    grants:
      'Both are stated, and one contains the other by its meaning: some days and all, a top user and the agent. A run counts on one day.',
    lookalike:
      'Rounding; a total of ended runs beside days that count all; days at an edge that begin before the window.',
    excluded:
      'Each figure may differ by one unit of its last shown place. Days are added up only between the first and the last, and where they are older than `pace.late_days`; that none is listed is blamed only where a run is older than that.',
  },
  'row-once': {
    says: 'figures that are grouped by something have one row for each of it, and rows of nothing else',
    shows: 'rows',
    sections: ['2.4', '4.6', '4.7'],
    grants: 'The rows show what they are grouped by.',
    lookalike:
      'Two members of the same name; a row for each team or agent of a person, or for each provider of a model; days that begin at another hour after a change of the clocks; ids that are numbers of two kinds.',
    excluded:
      'Rows are the same where all that they say but their figures is; moments of one day are less than 23 hours apart in each member that shows one. Rows are of something else only if every label is known as that. A row is of several days only where two rows are, to the last shown place, what these came to by another reply, and more than three of them.',
  },
  'inside-window': {
    says: 'figures of a number of days or a month are of these days alone',
    shows: 'comparison',
    sections: ['4.6', '4.7', '8'],
    grants:
      'The rows show their day, or records of the deployment show that something is older than the window.',
    lookalike: 'Time zones, the day in progress, figures that are booked later or cached.',
    excluded:
      'A month has 31 days at most. A day at each edge does not count, and what is younger than `pace.late_days` counts nowhere. A row is of more than its day only where a longer window shows more, or nothing, for each of more than three days.',
  },
  'window-matters': {
    says: 'a longer window covers what happened in the days that the shorter one leaves out',
    shows: 'comparison',
    sections: ['4.6', '8'],
    grants:
      'A finished run on record has all its moments in the days between, and is older than `pace.late_days`; or team and agent statistics have runs of them.',
    lookalike:
      "Figures that are booked later or cached, each reply at a time of its own; agents or people that are deleted and left out; spend that is nobody's.",
    excluded:
      'Only an agent, person or model of a run on record counts. The longer window is read before and after the shorter one; a reply that stayed as it was says nothing, unless all three are equal. Where the shorter window is not the shortest, or no run is on record, the two must be equal in all. Where no bounds of days are stated, ninety may be served as thirty.',
  },
  'own-figures': {
    says: 'figures of one person, team or client are theirs alone',
    shows: 'comparison',
    sections: ['4.6', '4.7', '5'],
    grants: 'The target names another one with figures of its own.',
    lookalike: 'Two that happen to have equal figures.',
    excluded:
      'Blamed are replies that name another one, two figures or more of a person who is declared to have none, the same rows of two clients with usage, figures beside the rows of two clients that are the same where a month is named and others where none is, figures that are nowhere less for either of two teams than for all, days of one that are nowhere less than those of all and come to more than it has, those of two persons that are all the same, and after another run all larger and the same again, and totals of two workflows that are so twice, though no more runs of the second are listed.',
  },
  'full-roster': {
    says: 'a grouping lists everyone and every team that it covers, and by member those who spent nothing',
    shows: 'rows',
    sections: ['4.6'],
    grants: 'The target names a member who spent nothing, or teams with history of their own.',
    lookalike:
      'A person who left the workspace or the team; a team that spent nothing in these days, or only since the reply was made.',
    excluded:
      'Only the named person is missed, and a team that spent longer ago than `pace.late_days`. In the roster of one team the person is missed only where the roster of all, before and after, says that they are of that team.',
  },
  'in-euros': {
    says: 'an amount that is stated in euros is in euros',
    shows: 'comparison',
    sections: ['2.5', '4.6'],
    grants: 'The spend by day is shown, and covers the same money.',
    lookalike: 'An amount that happens to be a hundred times another.',
    excluded:
      'Two different amounts are both a hundred times what their days came to, to the last shown place, with the day at an edge or without it.',
  },
  // ── Search, completions, limits, versions ───────────────────────────────────────────────────────────────────────
  'search-bounds': {
    says: 'a search returns what its parameters admit, and nothing else',
    shows: 'rows',
    sections: ['2.3', '4.1'],
    grants:
      'A query has more hits than the bound admits, or the results come from bases that are told apart.',
    lookalike:
      'A ranking that changes from call to call; bounds that are not stated; a score that results do not show; a base that is being indexed.',
    excluded:
      'Blamed are more results than `topK`, as many as ever with a `minScore` above all scores, and results of another base.',
  },
  'rate-limit': {
    says: 'each analytics endpoint serves ten requests a minute and refuses more than thirty, by itself, for a time',
    shows: 'reply',
    sections: ['8'],
    grants: 'Nobody but the suite uses the endpoint in the same minute.',
    lookalike:
      'Requests of other checks, refused or under way, that count as well; a limit for each person or tenant that others use up; a failure of the moment; a window that slides, or that ends between two requests.',
    excluded:
      'Each figure is judged over more than a whole window, and a refusal is waited out; none counts that comes after ten requests of any checks in its minute. A failure is no refusal where the next request is served. Fewer than 61 in a minute are too many only where a second burst, in the other half of its minute, has more than 30 as well. A limit that two endpoints share is that of all endpoints, unless a third one is open.',
  },
  'deprecation-header': {
    says: 'the list of runs carries Deprecation: true if and only if the request has offset',
    shows: 'success',
    sections: ['9'],
    grants: 'The reply is a success.',
    lookalike: 'None: the header and its value are stated.',
    excluded: 'Nothing to exclude.',
  },
  'path-prefix': {
    says: 'an operation is served at its stated path and at no other version',
    shows: 'success',
    sections: ['4', '9'],
    grants: 'The operation is served.',
    lookalike: 'A redirect from another spelling.',
    excluded: 'Redirects are followed.',
  },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleId = keyof typeof rules
