// The text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/.

type Labels = Readonly<Record<string, string | number>>
export type Sample = readonly [labels: Labels, value: number, suffix?: '_bucket' | '_sum' | '_count']

/** A metric with its samples. */
export function metric(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value, suffix = '']) => `${name}${suffix}${shown(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function shown(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
