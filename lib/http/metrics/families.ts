import type { Registry } from 'prom-client'
import type { Histogram } from '../../metrics/histogram'

/** One time series of a metric, and its value at this moment. */
export interface Series {
  labels?: Readonly<Record<string, string>>
  value: number
}

/** A histogram of one set of labels. */
export interface HistogramSeries {
  labels?: Readonly<Record<string, string>>
  histogram: Histogram
}

/**
 * Tells a monitor what is counted elsewhere: nothing is counted twice, and nothing is done until somebody asks.
 * Names end as Prometheus wants them: `_total` for what only grows.
 */
export class Families {
  constructor(private readonly registry: Registry) {}

  counter(name: string, help: string, read: () => Iterable<Series>): void {
    this.#add(name, 'counter', help, () => [...read()].map(({ labels = {}, value }) => ({ labels, value })))
  }

  gauge(name: string, help: string, read: () => Iterable<Series>): void {
    this.#add(name, 'gauge', help, () => [...read()].map(({ labels = {}, value }) => ({ labels, value })))
  }

  histogram(name: string, help: string, read: () => Iterable<HistogramSeries>): void {
    this.#add(name, 'histogram', help, () => [...read()].flatMap((series) => valuesOf(name, series)))
  }

  #add(name: string, type: string, help: string, values: () => object[]): void {
    // The registry asks a metric for no more than this; its types name classes that count by themselves.
    const metric = { name, help, type, aggregator: 'sum', get: async () => ({ ...metric, values: values() }) }
    this.registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
  }
}

function valuesOf(name: string, { labels = {}, histogram: { bounds, counts, sum } }: HistogramSeries): object[] {
  let count = 0
  const buckets = [...counts].map((within, i) => {
    count += within
    return { metricName: `${name}_bucket`, labels: { ...labels, le: String(bounds[i] ?? '+Inf') }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
