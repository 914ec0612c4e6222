/** The workspace's own settings; there is one row of it. */
export interface TenantRow {
  readonly id: string
  readonly name: string
  /** An IANA time zone. */
  readonly timeZone: string
  readonly planId: string
}
