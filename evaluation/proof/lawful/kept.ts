/** The form in which accepted values of tasks are kept and shown. */
import { rows, sends, together } from '../mutants/mutant.ts'
import { eachObject, sentBodies } from './differences.ts'
import { dimensions, type Loose } from './dimension.ts'

/** Changes a member as it is accepted, where it has a value. */
const kept = (member: string, change: (value: Loose) => Loose) =>
  sends(
    ['createTask', 'updateTask'],
    body => (body?.[member] ?? null) !== null && { [member]: change(body[member]) },
  )

/** Changes a member as it is shown, where it has a value. */
const shown = (member: string, change: (value: Loose) => Loose) =>
  sentBodies(/Task/, body =>
    eachObject(body, one =>
      (one[member] ?? null) === null ? one : { ...one, [member]: change(one[member]) },
    ),
  )

const instant = (form: (at: Date) => string) =>
  shown('due_date', text => {
    const at = new Date(text)
    return Number.isNaN(at.getTime()) ? text : form(at)
  })
const toSecond = (at: Date) => at.toISOString().slice(0, 19)
/** What a clock shows in a place that is two hours ahead. */
const twoAhead = (at: Date) => toSecond(new Date(at.getTime() + 2 * 3_600_000))
const dayOfYear = (at: Date) =>
  String(1 + (Date.parse(at.toISOString().slice(0, 10)) - Date.UTC(at.getUTCFullYear())) / 86_400_000)

export const keptValues = dimensions('kept', {
  'due-date': {
    what: 'the form in which a due date is shown',
    lawful: '2.1: a due date is an ISO 8601 timestamp; one instant has many forms',
    choices: {
      offset: () => instant(at => `${twoAhead(at)}+02:00`),
      microseconds: () => instant(at => `${toSecond(at)}.000000+00:00`),
      basic: () => instant(at => `${toSecond(at).replaceAll(/[-:]/g, '')}Z`),
      ordinal: () =>
        instant(
          at => `${at.getUTCFullYear()}-${dayOfYear(at).padStart(3, '0')}${toSecond(at).slice(10)},000Z`,
        ),
      local: () => instant(twoAhead),
      days: () => instant(at => at.toISOString().slice(0, 10)),
      'days-in-rows': () =>
        rows('listTasks', data =>
          data.map(row => ({
            ...row,
            due_date: /^\d{4}-/.test(row.due_date) ? row.due_date.slice(0, 10) : row.due_date,
          })),
        ),
      minutes: () => instant(at => `${toSecond(at).slice(0, 16)}Z`),
    },
  },
  criteria: {
    what: 'what a criterion of acceptance is when it is shown',
    lawful: '2.5: the inner structure of AcceptanceCriterion is not shown',
    choices: {
      more: () =>
        shown('acceptance_criteria', all => all.map((one: Loose) => ({ id: 'c1', done: false, ...one }))),
      texts: () => shown('acceptance_criteria', all => all.map((one: Loose) => JSON.stringify(one))),
    },
  },
  lists: {
    what: 'the order of tags and of approvers, and whether one may be there twice',
    lawful: '2.1: it is not stated that a list keeps its order, or more than one of a kind',
    choices: {
      once: () => kept('tags', all => [...new Set(all)]),
      sorted: () =>
        together(...['tags', 'approval_approver_ids'].map(member => kept(member, all => all.toSorted()))),
      reversed: () =>
        together(...['tags', 'approval_approver_ids'].map(member => shown(member, all => all.toReversed()))),
    },
  },
  texts: {
    what: 'the normal form of texts, the ends of their lines, and the form in which a description is shown',
    lawful: '2.1: in which form a text is kept, or shown, is not stated',
    choices: {
      'line-ends': () => kept('description', text => text.replaceAll('\n', '\r\n')),
      rich: () => shown('description', text => ({ format: 'markdown', raw: text, html: `<p>${text}</p>` })),
      decomposed: () =>
        together(
          ...['title', 'description', 'tags'].map(member =>
            kept(member, value =>
              Array.isArray(value)
                ? value.map(one => String(one).normalize('NFD'))
                : value.normalize?.('NFD'),
            ),
          ),
        ),
    },
  },
  tags: {
    what: 'the spelling of tags',
    lawful: '2.1: it is not stated that a tag is kept letter by letter',
    choices: { 'lower-case': () => kept('tags', all => all.map((tag: string) => tag.toLowerCase())) },
  },
  added: {
    what: 'entries that a board adds to a list',
    lawful: '2.1: it is not stated that a list has no other entries than those sent',
    choices: {
      tags: () => kept('tags', all => [...all, 'triage']),
      criteria: () =>
        kept('acceptance_criteria', all => [...all, { text: 'It is documented.', done: false }]),
      approvers: () =>
        sends(['createTask', 'updateTask'], ({ approval_approver_ids: all }, { tables }) => {
          const [first] = tables.people.all()
          return all && { approval_approver_ids: [...new Set([...all, first.id])] }
        }),
    },
  },
  priority: {
    what: 'what a task without a priority shows',
    lawful: '2.5: whether a member without a value is null is not shown',
    choices: {
      null: () => shown('priority', priority => (priority === 'none' ? null : priority)),
    },
  },
  budget: {
    what: 'the precision of a budget',
    lawful: '2.1: the precision of euros is not shown',
    choices: { cents: () => kept('budget_euros', euros => Math.round(euros * 100) / 100) },
  },
  position: {
    what: 'positions, which a board numbers anew',
    lawful: '3: what a position means is not stated',
    choices: {
      ranks: () => shown('position', position => 1000 + Math.round(position)),
      whole: () => shown('position', Math.round),
    },
  },
  blanks: {
    what: 'blanks around a text',
    lawful: '2.1: it is not stated that a text keeps the blanks around it',
    choices: {
      trimmed: () => together(...['title', 'description'].map(member => kept(member, text => text.trim()))),
    },
  },
})
