// Shards: processes that share nothing, each with workspaces of its own. A name says its shard, so nothing has to be asked
// or remembered to find it.

/** The shard in the name of a workspace, a snapshot, an exchange or a key: `s2` in `ws_s2_7` and `awk_s2_…`. */
export function shardIn(name: string): string | undefined {
  return /^(?:ws|snap|awk)_(s\d+)_/.exec(name)?.[1]
}

/** What a name begins with behind `ws_`, `snap_` or `awk_`: `s2_`, or nothing for a mock without shards. */
export function shardPrefix(shard: string | undefined): string {
  return shard === undefined ? '' : `${shard}_`
}
