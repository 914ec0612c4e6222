/** The analytics endpoints that answer with rows, and the requirements about each. */

import type { Json } from '../../extract/find-value.ts'
import { type Kind, moneyOf, runsOf } from './read-rows.ts'

export interface RowEndpoint {
  operation: string
  kind: Kind
  /** The requirement that it is served with one row per subject. */
  rows: string
  /** The requirement about the window of days. */
  window: string
  /** The requirements about the window's lower and upper bound, where stated. */
  bounds?: [string, string]
  /** The requirement that members are refused and managers narrowed. */
  member: string
  manager: string
  /** The requirement that runs and cost are split by agent. */
  split?: string
  /** Figures that each row is stated to show. */
  figures: readonly ('runs' | 'cost')[]
  /** The figure by which rows are compared. */
  figure: (row: Json) => number | undefined
}

export const ROWS: readonly RowEndpoint[] = [
  {
    operation: 'getAgentStats',
    kind: 'agent',
    rows: 'ANA-23',
    window: 'ANA-24',
    bounds: ['LIMIT-01', 'LIMIT-02'],
    member: 'ROLE-02',
    manager: 'ROLE-12',
    figures: ['runs'],
    figure: runsOf,
  },
  {
    operation: 'getUsageByUser',
    kind: 'user',
    rows: 'ANA-26',
    window: 'ANA-28',
    bounds: ['LIMIT-03', 'LIMIT-04'],
    member: 'ROLE-03',
    manager: 'ROLE-13',
    split: 'ANA-27',
    figures: ['runs', 'cost'],
    figure: runsOf,
  },
  {
    operation: 'getUsageByTeam',
    kind: 'team',
    rows: 'ANA-30',
    window: 'ANA-32',
    bounds: ['LIMIT-05', 'LIMIT-06'],
    member: 'ROLE-04',
    manager: 'ROLE-14',
    split: 'ANA-31',
    figures: ['runs', 'cost'],
    figure: runsOf,
  },
  {
    operation: 'getSpendByAgent',
    kind: 'agent',
    rows: 'SPEND-06',
    window: 'SPEND-07',
    member: 'ROLE-05',
    manager: 'ROLE-15',
    figures: ['cost'],
    figure: moneyOf,
  },
  {
    operation: 'getSpendByModel',
    kind: 'model',
    rows: 'SPEND-09',
    window: 'SPEND-10',
    member: 'ROLE-06',
    manager: 'ROLE-16',
    figures: ['cost'],
    figure: moneyOf,
  },
  {
    operation: 'getSpendByTeam',
    kind: 'team',
    rows: 'SPEND-12',
    window: 'SPEND-13',
    member: 'ROLE-07',
    manager: 'ROLE-17',
    figures: ['cost'],
    figure: moneyOf,
  },
  {
    operation: 'getSpendByUser',
    kind: 'user',
    rows: 'SPEND-15',
    window: 'SPEND-16',
    member: 'ROLE-08',
    manager: 'ROLE-18',
    figures: ['cost'],
    figure: moneyOf,
  },
  {
    operation: 'getSpendOverTime',
    kind: 'day',
    rows: 'SPEND-18',
    window: 'SPEND-19',
    member: 'ROLE-09',
    manager: 'ROLE-19',
    figures: ['cost'],
    figure: moneyOf,
  },
]
