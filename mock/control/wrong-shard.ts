import { ControlRefusal } from './refusal.ts'

/** Says which shard has something. The proxy in front finds it by the name; whoever sees this went around the proxy. */
export function wrongShard(what: string, shard: string, own: string | undefined): ControlRefusal {
  return new ControlRefusal(
    421,
    'wrong_shard',
    `${what} is on shard ${shard}; this is ${own}. Send the request to that shard, or to the proxy in front of them.`,
    { headers: { 'x-mock-shard': shard } },
  )
}
