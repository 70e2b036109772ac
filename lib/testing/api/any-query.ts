import fc from 'fast-check'
import { expect } from 'vitest'
import { methods } from '@/lib/protocol/rpc/methods'
import { addressOf, hashOf } from '@/lib/testing/stand-in/fixtures'
import type { Explorer } from './explorer'

const OWNER = addressOf('owner')
const NAMES = 'owner delegate hash mint cursor limit filters dataSlice cluster network x'.split(' ')

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{30,46}$/),
  fc.json({ maxDepth: 3 }),
  fc.bigInt().map(String),
  fc.constantFrom('NaN', '1e3', '-1', '50', '', '\0', '%00', '../..', '__proto__', 'constructor'),
)
const right = fc.constantFrom(
  OWNER,
  hashOf('account'),
  '10',
  '1000',
  'near',
  '[]',
  '[{"memcmp":{"offset":0,"bytes":"2"}}]',
  '{"offset":0,"length":4}',
)
const parameter = fc.tuple(fc.oneof(fc.constantFrom(...NAMES), text), fc.oneof(right, text))
const encoded = fc.array(parameter, { maxLength: 6 }).map((all) => `${new URLSearchParams(all)}`)
const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...Object.keys(methods), 'status', 'health') }, text)
const query = fc.oneof({ weight: 4, arbitrary: encoded }, { weight: 1, arbitrary: text })

/** Never a fault of ours. facts/reliability.md (e) S16. */
const ANSWERS = [200, 304, 400, 404, 429, 503]

export async function askAnything(explorer: Explorer, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(name, query, async (operation, search) => {
      const calls = explorer.indexer.callCount
      const url = `${encodeURIComponent(operation).replaceAll('.', '%2E')}?${search.replaceAll('#', '%23')}`
      const { status, body } = await explorer.get(url, { headers: { 'if-none-match': '"x"' } })
      expect(ANSWERS).toContain(status)
      if (status === 400) {
        expect(explorer.indexer.callCount).toBe(calls)
        expect(body).toMatchObject({ code: 'invalid_params', retryable: false })
      }
    }),
    { numRuns: runs },
  )
  expect(explorer.log.filter((line) => line.includes('api fault'))).toEqual([])
}
