import type { HistogramValues } from './counters'

export interface MetricSeries {
  labels?: Readonly<Record<string, string>>
  value: number
}

export interface HistogramSeries {
  labels?: Readonly<Record<string, string>>
  histogram: HistogramValues
}

const PREFIX = 'leafscan_'

/** Of the same metrics before 0.2; exported for one more release. */
const EARLIER_PREFIX = 'explorer_'

export class MetricFamilies {
  readonly #families = new Map<string, () => string>()

  counter(name: string, help: string, read: () => Iterable<MetricSeries>): void {
    this.#add(name, 'counter', help, () => [...read()].map((series) => line(name, series)))
  }

  gauge(name: string, help: string, read: () => Iterable<MetricSeries>): void {
    this.#add(name, 'gauge', help, () => [...read()].map((series) => line(name, series)))
  }

  histogram(name: string, help: string, read: () => Iterable<HistogramSeries>): void {
    this.#add(name, 'histogram', help, () => [...read()].flatMap((series) => histogramLines(name, series)))
  }

  names(): string[] {
    return [...this.#families.keys()]
  }

  text(): string {
    return [...this.#families.values()].map((read) => `${read()}\n`).join('\n')
  }

  #add(name: string, type: string, help: string, lines: () => string[]): void {
    if (this.#families.has(name)) throw new Error(`there are two metrics ${name}`)
    this.#families.set(name, () => {
      const family = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()]
      const earlier = family.map((text) => text.replace(name, name.replace(PREFIX, EARLIER_PREFIX)))
      return [...family, ...(name.startsWith(PREFIX) ? earlier : [])].join('\n')
    })
  }
}

function histogramLines(name: string, { labels = {}, histogram: { bounds, counts, sum } }: HistogramSeries): string[] {
  let count = 0
  const buckets = [...counts].map((within, i) => {
    count += within
    return line(`${name}_bucket`, { labels: { ...labels, le: String(bounds[i] ?? '+Inf') }, value: count })
  })
  return [...buckets, line(`${name}_sum`, { labels, value: sum }), line(`${name}_count`, { labels, value: count })]
}

function line(name: string, { labels = {}, value }: MetricSeries): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

const numberText = (value: number) => String(value).replace('Infinity', 'Inf').replace(/^Inf/, '+Inf')
