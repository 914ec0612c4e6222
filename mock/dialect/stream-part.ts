/** One part of a stream of server-sent events: an event, whose data is text or becomes JSON, or a comment. */
export type StreamPart =
  | { readonly event?: string; readonly id?: string; readonly data: unknown }
  | { readonly comment: string }
