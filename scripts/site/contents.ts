// The pages of the site, in the order of its navigation: first what everybody reads, then a path for each reader.

export interface Group {
  readonly title: string
  /** Who reads it, for the first page. */
  readonly reader?: string
  /** The names of pages in docs/, in the order in which they are read. */
  readonly pages: readonly string[]
}

export const groups: readonly Group[] = [
  { title: 'Begin', pages: ['install', 'first-client', 'troubles'] },
  {
    title: 'Build a client',
    reader: 'You write software that calls the service, and want to try every situation on your machine.',
    pages: [
      'integrators',
      'world',
      'world-reference',
      'console',
      'browsers',
      'generators',
      'assistants',
      'other-tools',
    ],
  },
  {
    title: 'Run it for others',
    reader:
      'You put the mock into CI or on a server, for a team, and want it to stay up and start the same each time.',
    pages: ['running', 'keeping', 'shards', 'security', 'performance', 'command-line'],
  },
  {
    title: 'Check a deployment',
    reader:
      'You answer for the service or its specification, and want to know what a deployment does and does not do.',
    pages: ['conformance', 'rules', 'proxy', 'twin', 'clients', 'proof', 'architecture'],
  },
]
