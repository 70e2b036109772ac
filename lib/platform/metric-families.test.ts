import { expect, test } from 'vitest'
import { Histogram } from './counters'
import { MetricFamilies } from './metric-families'

test('each kind as Prometheus reads it, labels in the order in which they are given', () => {
  const families = new MetricFamilies()
  families.counter('calls_total', 'Calls.', () => [
    { labels: { upstream: 'near', op: 'a' }, value: 2 },
    { labels: { op: 'b', upstream: 'far' }, value: 0 },
  ])
  families.gauge('slot', 'The newest slot.', () => [{ value: Number.MAX_SAFE_INTEGER }])
  families.gauge('absent', 'Nobody knows it.', () => [])
  const histogram = new Histogram([0.5, 1])
  for (const value of [0.25, 0.75, 0.75, 3]) histogram.observe(value)
  families.histogram('seconds', 'Time.', () => [{ labels: { op: 'a' }, histogram }])
  expect(families.text()).toBe(`\
# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{upstream="near",op="a"} 2
calls_total{op="b",upstream="far"} 0

# HELP slot The newest slot.
# TYPE slot gauge
slot 9007199254740991

# HELP absent Nobody knows it.
# TYPE absent gauge

# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{op="a",le="0.5"} 1
seconds_bucket{op="a",le="1"} 3
seconds_bucket{op="a",le="+Inf"} 4
seconds_sum{op="a"} 4.75
seconds_count{op="a"} 4
`)
  expect(families.names()).toEqual(['calls_total', 'slot', 'absent', 'seconds'])
})

test('a metric of ours has its name of before too, for one release', () => {
  const families = new MetricFamilies()
  families.gauge('leafscan_slot', 'The newest slot.', () => [{ labels: { of: 'leafscan_slot' }, value: 7 }])
  const histogram = new Histogram([1])
  families.histogram('leafscan_seconds', 'Time.', () => [{ histogram }])
  const now = families
    .text()
    .split('\n')
    .filter((text) => /^(# \w+ )?leafscan_/.test(text))
  const before = families
    .text()
    .split('\n')
    .filter((text) => /^(# \w+ )?explorer_/.test(text))
  expect(before).toEqual(now.map((text) => text.replace('leafscan_', 'explorer_')))
  expect(now).toContain('leafscan_slot{of="leafscan_slot"} 7')
  expect(families.names()).toEqual(['leafscan_slot', 'leafscan_seconds'])
})

test('a label holds any text, and a value any number', () => {
  const families = new MetricFamilies()
  const values = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e21, -0.5]
  families.gauge('any', 'Anything.', () =>
    values.map((value, i) => ({ labels: { text: i === 0 ? 'a "b"\\c\nd' : String(i) }, value })),
  )
  expect(families.text().split('\n').slice(2, -1)).toEqual([
    'any{text="a \\"b\\"\\\\c\\nd"} +Inf',
    'any{text="1"} -Inf',
    'any{text="2"} NaN',
    'any{text="3"} 1e+21',
    'any{text="4"} -0.5',
  ])
})

test('two of one name are refused', () => {
  const families = new MetricFamilies()
  families.gauge('slot', 'One.', () => [])
  expect(() => families.counter('slot', 'Another.', () => [])).toThrow('there are two metrics slot')
})
