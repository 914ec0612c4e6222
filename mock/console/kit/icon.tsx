// Icons on a grid of 16. None says anything alone: each stands beside words, or its button has a label.
const shapes = {
  now: 'M8 1.8v3M8 11.2v3M1.8 8h3M11.2 8h3M3.6 3.6l2.1 2.1M10.3 10.3l2.1 2.1M12.4 3.6l-2.1 2.1M5.7 10.3l-2.1 2.1',
  waiting: 'M3 13.5V8.2a5 5 0 0110 0v5.3M1.8 13.5h12.4M8 1.6v1.6',
  runs: 'M4.5 2.8l8 5.2-8 5.2z',
  board: 'M2.2 2.5h3.2v11H2.2zM6.4 2.5h3.2v7H6.4zM10.6 2.5h3.2v9h-3.2z',
  agents: 'M3.5 5.5h9a1 1 0 011 1v6a1 1 0 01-1 1h-9a1 1 0 01-1-1v-6a1 1 0 011-1zM8 5.5V2.6M6 9v1.2M10 9v1.2',
  workflows: 'M2 5.2h4v4H2zM10 2h4v4h-4zM10 10h4v4h-4zM6 7.2h2M8 4v8M8 4h2M8 12h2',
  journal: 'M2.5 3.5h11M2.5 6.5h11M2.5 9.5h7M2.5 12.5h9',
  client: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM5.8 8l1.6 1.6 2.9-3',
  faults: 'M8.8 1.8L3.5 9h3.7l-.9 5.2L11.8 7H8z',
  try: 'M2.5 3h11v8h-6l-3 2.5V11h-2zM5.5 6h5M5.5 8.3h3',
  people:
    'M6 7.2a2.3 2.3 0 100-4.6 2.3 2.3 0 000 4.6zM1.8 13.4c.3-2.4 2-3.8 4.2-3.8s3.9 1.4 4.2 3.8M10.6 7a2 2 0 10-.5-3.9M12 9.9c1.3.5 2 1.8 2.2 3.5',
  money:
    'M12 3.7A5.2 5.2 0 008.6 2.5C5.6 2.5 4 5 4 8s1.6 5.5 4.6 5.5c1.3 0 2.5-.5 3.4-1.2M2.3 6.8h6.4M2.3 9.3h6.4',
  snapshots: 'M2 4.8h2.6L5.8 3h4.4l1.2 1.8H14v8.4H2zM8 11a2.3 2.3 0 100-4.6A2.3 2.3 0 008 11z',
  reference:
    'M8 4C6.5 3 4.5 2.6 2 2.6v9.8c2.5 0 4.5.4 6 1.6 1.5-1.2 3.5-1.6 6-1.6V2.6c-2.5 0-4.5.4-6 1.4zM8 4v10',
  conformance: 'M2 8.8l2.7 2.7 4-6.5M9 11l.5.5 4-6.5',
  gaps: 'M4 2h8.2v12H4zM6.2 5.2H10M6.2 8H10M6.2 10.8h2.3',
  workspaces: 'M2.2 2.2h5v5h-5zM8.8 2.2h5v5h-5zM2.2 8.8h5v5h-5zM8.8 8.8h5v5h-5z',
  search: 'M7 11.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM10.3 10.3l3.4 3.4',
  undo: 'M5.6 3L2.5 6l3.1 3M2.8 6h6.4a4 4 0 010 8H6',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 100-3.6 1.8 1.8 0 000 3.6z',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  more: 'M3.2 8h.1M8 8h.1M12.8 8h.1',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  down: 'M4 6.2l4 4 4-4',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  check: 'M3 8.5l3.3 3.3L13 5',
  skip: 'M3 3.5l6 4.5-6 4.5zM12.5 3.5v9',
  code: 'M5.2 4.5L1.8 8l3.4 3.5M10.8 4.5L14.2 8l-3.4 3.5',
  send: 'M2 8.2L14 2.4 9.7 13.8 7.4 9.1z',
  settings:
    'M2 4.8h4.2M10.8 4.8H14M8.5 7a2.2 2.2 0 100-4.4 2.2 2.2 0 000 4.4zM2 11.2h1.2M7.8 11.2H14M5.5 13.4a2.2 2.2 0 100-4.4 2.2 2.2 0 000 4.4z',
  redo: 'M10.4 3l3.1 3-3.1 3M13.2 6H6.8a4 4 0 000 8H10',
  gate: 'M8 1.8l6.2 6.2L8 14.2 1.8 8z',
} as const

export type IconName = keyof typeof shapes

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon-svg" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
