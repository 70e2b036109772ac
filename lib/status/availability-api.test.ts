import { beforeEach, expect, test, vi } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { folderOfTest } from '@/lib/testing/of-test'
import type { StatusAvailability } from './history/availability-contract'

const explorer = explorerPerTest()

beforeEach(async () => {
  vi.stubEnv('DATA_DIR', folderOfTest())
  vi.stubEnv('PROBE_SECONDS', '5')
  vi.stubEnv('OBJECTIVE', '99.9')
  await explorer.get('status')
  for (let check = 0; check < 2; check++) await explorer.passCheck()
})

const get = (query = '') => explorer.get(`status/availability${query}`)

test('windows, budget and months as JSON, by the objective that is set', async () => {
  const { status, body } = await get()
  expect(status).toBe(200)
  const { network, windows, budget, months } = body as unknown as StatusAvailability
  expect(network).toBe('near')
  expect(windows.map(({ days, availability }) => [days, availability.ratio])).toEqual([
    [1, 1],
    [7, 1],
    [30, 1],
    [90, 1],
  ])
  expect(budget).toMatchObject({
    objective: 0.999,
    days: 30,
    allowedSeconds: 2_592,
    spentSeconds: 0,
    remainingRatio: 1,
  })
  expect(months).toMatchObject([{ month: new Date(explorer.clock.wall()).toISOString().slice(0, 7), ratio: 1 }])
})

test('the months as a file', async () => {
  const response = await get('?format=csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain('leafscan-near-availability.csv')
  const lines = response.text.split('\r\n')
  const header = lines.findIndex((line) => line.startsWith('month,'))
  expect(lines[header]).toContain('availability,counted_seconds')
  expect(lines[header + 1]).toMatch(/^\d{4}-\d{2},\S+Z,\S+Z,1,/)
  expect(lines[header + 2]).toContain('rows: 1')
})

test('what is not known is refused', async () => {
  expect((await get('?format=xml')).status).toBe(400)
  expect((await get('?from=2026-01-01')).status).toBe(400)
  expect((await get('?cluster=nowhere')).status).toBe(400)
})
