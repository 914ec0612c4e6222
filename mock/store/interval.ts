/** A stretch of time in epoch milliseconds; `to` is no part of it. */
export type Interval = { readonly from: number; readonly to: number }
