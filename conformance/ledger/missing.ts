/** Something that the check needs is missing: no verdict, and the report names it. */
export class Missing extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'Missing'
  }
}
