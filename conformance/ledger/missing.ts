/** Something that the check needs is not there: no verdict, and the report says what to add. */
export class Missing extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'Missing'
  }
}
