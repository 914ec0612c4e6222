// Shards: processes that share nothing, each with its own workspaces. Names contain their shard, so routing needs no
// lookup.

/** The shard in the name of a workspace, snapshot, exchange or key: `s2` in `ws_s2_7` and `awk_s2_…`. */
export function shardIn(name: string): string | undefined {
  return /^(?:ws|snap|awk)_(s\d+)_/.exec(name)?.[1]
}

/** The text after `ws_`, `snap_` or `awk_`: `s2_`, or empty for a mock without shards. */
export function shardPrefix(shard: string | undefined): string {
  return shard === undefined ? '' : `${shard}_`
}
