import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AskInit } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { BEGINNING } from '@/lib/testing/clock'
import { folderOfTest } from '@/lib/testing/of-test'
import type { StatusHistory } from './history/contract'

const explorer = explorerPerTest()

const get = (query = '', init?: AskInit) => explorer.get(`status/history${query}`, init)

async function historyFor(query = ''): Promise<StatusHistory> {
  return (await get(query)).body as unknown as StatusHistory
}

const iso = (daysAgo: number) => new Date(BEGINNING - daysAgo * 86_400_000).toISOString()
const date = (daysAgo: number) => iso(daysAgo).slice(0, 10)

describe('GET /api/v1/status/history, after three checks', () => {
  beforeEach(async () => {
    vi.stubEnv('DATA_DIR', folderOfTest())
    vi.stubEnv('PROBE_SECONDS', '5')
    await explorer.get('status')
    for (let check = 0; check < 2; check++) await explorer.passCheck()
  })

  test('the last day, as JSON, with what the probe saw', async () => {
    const history = await historyFor()
    const [from, to] = [Date.parse(history.from), Date.parse(history.to)]
    expect(to).toBe(explorer.clock.wall())
    expect(to - from).toBe(86_400_000)
    expect(history).toMatchObject({ network: 'near', stepSeconds: 240, recordedBy: 'this' })
    expect(history.points.at(-1)).toMatchObject({ slot: 418_890_000, lag: null })
    expect(history.periods.map(({ verdict }) => verdict)).toEqual([null, 'ok'])
    const seconds = Object.values(history.seconds).reduce((sum, part) => sum + part)
    expect(Math.round(seconds * 1_000)).toBe(to - from)
  })

  test('a range, points and another network; a time may have any zone', async () => {
    const from = new Date(explorer.clock.wall() - 3_601_000).toISOString()
    const history = await historyFor(`?cluster=far&from=${from}&points=60`)
    expect(history).toMatchObject({ network: 'far', from, stepSeconds: 60 })
    const [day, next] = [date(2), date(1)]
    const zoned = await historyFor(`?from=${next}T00:00:00%2B01:00&to=${next}`)
    expect(zoned).toMatchObject({ from: `${day}T23:00:00.000Z`, to: `${next}T00:00:00.000Z` })
    expect(await historyFor(`?to=${next}`)).toMatchObject({ from: `${day}T00:00:00.000Z`, to: `${next}T00:00:00.000Z` })
  })

  test('as a file: where it comes from, the periods, then the series', async () => {
    const response = await get('?format=csv&cluster=far')
    const { headers } = response
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="leafscan-far-status-[\dT-]+\.csv"$/)
    const lines = (await get('?format=csv')).text.split('\r\n')
    expect(lines[0]).toBe('# Leafscan export: status history')
    expect(lines[1]).toBe('# network: near')
    expect(lines.find((line) => line.startsWith('# period') && line.endsWith(': ok'))).toBeDefined()
    const head = lines.indexOf(
      'at,samples,answered,slot,slots_per_second,lag_slots,head_age_seconds,latency_ms,latency_max_ms',
    )
    expect(head).toBeGreaterThan(8)
    expect(lines[head + 1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,\d+,\d+,418890000,/)
    expect(lines.at(-2)).toMatch(/^# rows: [12]$/)
    expect(lines.filter((line) => /^"?#/.test(line) && /[,;\t"']/.test(line))).toEqual([])
    for (const line of lines) expect(line).not.toMatch(/^[=+\-@]/)
  })

  test('caching, validators, HEAD and preflight as the rest of the API', async () => {
    const fixed = `?from=${date(2)}&to=${date(1)}`
    const first = await get(fixed)
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect((await get(fixed, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await get(fixed, { method: 'HEAD' })
    expect(head.text).toBe('')
    expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
    expect((await get('', { method: 'OPTIONS' })).status).toBe(204)
  })
})

describe('GET /api/v1/status/history', () => {
  test.each<[string, string, string]>([
    [
      '?from=yesterday',
      'from',
      'from must be an ISO 8601 time with its zone, such as 2026-11-20T08:00:00Z, or a date.',
    ],
    ['?from=2026-11-20T08:00:00', 'from', 'from must be an ISO 8601 time with its zone'],
    ['?from=2026-02-30', 'from', 'from must be an ISO 8601 time with its zone'],
    ['?to=1790000000', 'to', 'to must be an ISO 8601 time with its zone'],
    ['?from=', 'from', 'from must be an ISO 8601 time with its zone'],
    [`?from=${date(1)}&to=${date(1)}`, 'from', `from must be before to, which is ${date(1)}T00:00:00.000Z.`],
    [`?from=${iso(91)}`, 'from', 'from must be within the last 90 days.'],
    [`?to=${iso(90)}`, 'from', 'from must be within the last 90 days.'],
    [`?to=${iso(-1)}`, 'to', 'to must not be in the future.'],
    ['?points=0', 'points', 'points must be a whole number from 1 to 1000.'],
    ['?points=1001', 'points', 'points must be a whole number from 1 to 1000.'],
    ['?points=1e2', 'points', 'points must be a whole number from 1 to 1000.'],
    ['?format=ndjson', 'format', 'format must be one of json, csv.'],
    ['?format=', 'format', 'format must be one of json, csv.'],
    ['?cluster=mainnet', 'cluster', 'cluster must be one of near, far.'],
    [
      '?range=1h',
      'range',
      'range is not a parameter of this address; allowed: comments, from, to, points, format, cluster.',
    ],
    ['?points=1&points=2', 'points', 'points must be given once.'],
  ])('%s is refused with what is allowed', async (query, name, detail) => {
    const response = await get(query)
    expect(response.status).toBe(400)
    const body = response.body
    expect(body).toMatchObject({ code: 'invalid_params', invalid: [{ name }] })
    expect((body as unknown as { detail: string }).detail).toContain(detail)
  })

  test('90 days back to the minute are not too far, though the question takes its time', async () => {
    expect((await get(`?from=${iso(90)}`)).status).toBe(200)
  })
})
