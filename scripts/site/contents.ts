// The pages of the site, in the order of its navigation: what everybody reads, a path for each reader, and reference.

export interface Group {
  readonly title: string
  /** Who reads it, for the first page. */
  readonly reader?: string
  /** The names of pages in docs/ or at the top, in the order in which they are read. */
  readonly pages: readonly string[]
}

export const groups: readonly Group[] = [
  { title: 'Begin', pages: ['install', 'first-client', 'troubles'] },
  {
    title: 'Build a client',
    reader: 'You write software that calls the service, and want to try every situation on your machine.',
    pages: ['integrators', 'world', 'twin', 'console', 'browsers', 'generators', 'assistants'],
  },
  {
    title: 'Check a deployment, in CI',
    reader: 'You answer for a service, and want to know what it does and does not do.',
    pages: ['conformance', 'running', 'watch', 'proxy', 'proof', 'security'],
  },
  {
    title: 'Edit the specification',
    reader: 'You edit the contract, and want to know whom a change breaks.',
    pages: ['CONTRIBUTING', 'clients', 'architecture'],
  },
  {
    title: 'Reference',
    pages: ['command-line', 'rules', 'keeping', 'shards', 'performance', 'other-tools'],
  },
]
