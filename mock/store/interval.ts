/** A period in epoch milliseconds; `to` is excluded. */
export type Interval = { readonly from: number; readonly to: number }
