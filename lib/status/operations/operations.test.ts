import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Degradation } from '../../api/status'
import type { MethodName } from '../../protocol/rpc/methods'
import { CANARY_METHODS, type OperationFault, OperationStates } from './operations'

const OWNERS = 'getCompressedAccountsByOwner'
const TIMEOUT: OperationFault = { kind: 'fails', text: 'The indexer did not respond in time.' }
const SLOW: OperationFault = { kind: 'slow' }

const clock = virtualTime()

type Indexer = (method: MethodName, subject: string) => OperationFault | null

const sound: Indexer = () => null

function answer(operations: OperationStates, method: MethodName, subject: string, indexer: Indexer, canary = false) {
  const fault = indexer(method, subject)
  operations.note(method, {
    subject,
    params: { subject },
    fault,
    tookMs: fault?.kind === 'slow' ? 3_000 : 5,
    canary,
  })
}

async function check(
  operations: OperationStates,
  indexer: Indexer,
): Promise<{ requests: number; says: Degradation[] }> {
  await clock.pass(5_000)
  const wanted = operations.wanted()
  for (const { method, again } of wanted) {
    operations.sent(method)
    answer(operations, method, again?.subject ?? 'canary', indexer, again === null)
  }
  return { requests: wanted.length, says: operations.check() }
}

describe('without readers', () => {
  test('one operation is asked at each check, each in its turn', async () => {
    const operations = new OperationStates()
    const requests: number[] = []
    const seen: string[] = []
    for (let n = 0; n < 2 * CANARY_METHODS.length; n++) {
      const { requests: count } = await check(operations, (method) => {
        seen.push(method)
        return null
      })
      requests.push(count)
    }
    expect(requests).toEqual(seen.map(() => 1))
    expect(seen).toEqual([...CANARY_METHODS, ...CANARY_METHODS])
  })

  test.each(CANARY_METHODS)(
    '%s fails: seen once each was asked, asked again at each, and well with its first answer',
    async (failing) => {
      const operations = new OperationStates()
      for (let n = 0; n < 3; n++) await check(operations, sound)
      const fails: Indexer = (method) => (method === failing ? TIMEOUT : null)
      const says: Degradation[][] = []
      for (let n = 0; n < 8; n++) says.push((await check(operations, fails)).says)
      const first = says.findIndex((each) => each.length > 0)
      expect(first).toBeLessThan(CANARY_METHODS.length)
      for (const each of says.slice(first)) {
        expect(each).toEqual([{ kind: 'fails', method: failing, failed: 1, of: 1, text: TIMEOUT.text }])
      }
      expect((await check(operations, sound)).says).toEqual([])
      expect(operations.inDoubt).toBe(false)
    },
  )

  test('a canary that is slow or answers from an old slot is no better', async () => {
    const operations = new OperationStates()
    expect((await check(operations, () => SLOW)).says).toEqual([{ kind: 'slow', method: OWNERS, medianMs: 3_000 }])
    const old = await check(operations, () => ({ kind: 'old slot', slots: 1_390 }))
    expect(old.says[0]).toEqual({ kind: 'old slot', method: OWNERS, slots: 1_390 })
  })

  test('what cannot be asked any more stays as it was, for five minutes', async () => {
    const operations = new OperationStates()
    await check(operations, () => TIMEOUT)
    await clock.pass(290_000)
    expect(operations.check()).toHaveLength(1)
    await clock.pass(20_000)
    expect(operations.check()).toEqual([])
  })

  test('an earlier process left it in doubt: each is asked by the first check', async () => {
    const operations = new OperationStates()
    operations.doubtAll()
    expect((await check(operations, () => TIMEOUT)).says).toHaveLength(CANARY_METHODS.length)
  })
})

describe('with readers', () => {
  test('operations that readers ask need no canary', async () => {
    const operations = new OperationStates()
    await clock.pass(60_000)
    for (const method of CANARY_METHODS) answer(operations, method, 'one', sound)
    expect(operations.wanted()).toEqual([])
  })

  test('half of different questions fail: bad; fewer do not', async () => {
    const operations = new OperationStates()
    const ask = (count: number, indexer: Indexer) => {
      for (let i = 0; i < count; i++) answer(operations, OWNERS, `owner ${i}`, indexer)
    }
    const every =
      (n: number): Indexer =>
      (_, subject) =>
        Number(subject.split(' ')[1]) % n === 0 ? TIMEOUT : null
    ask(24, every(3))
    expect((await check(operations, sound)).says).toEqual([])
    ask(24, every(2))
    expect((await check(operations, every(2))).says[0]).toMatchObject({ kind: 'fails', method: OWNERS })
  })

  test('one reader in 20 s, each with another owner, and only canaries succeed: the owners are asked again themselves', async () => {
    const operations = new OperationStates()
    const realRowsFail: Indexer = (method, subject) => (method === OWNERS && subject !== 'canary' ? TIMEOUT : null)
    const says: boolean[] = []
    for (let n = 0; n < 24; n++) {
      if (n % 4 === 0) answer(operations, OWNERS, `owner ${n}`, realRowsFail)
      says.push((await check(operations, realRowsFail)).says.length > 0)
    }
    expect(says.indexOf(true)).toBeLessThanOrEqual(8)
    expect(says.slice(9)).toEqual(Array(15).fill(true))
    for (let n = 0; n < 4; n++) expect((await check(operations, sound)).says).toEqual([])
  })

  test('one bad question is not asked again: a question that any indexer answers is', () => {
    const operations = new OperationStates()
    answer(operations, OWNERS, 'whale', () => TIMEOUT)
    expect(operations.wanted()).toContainEqual({ method: OWNERS, again: null })
  })

  test('bad questions minutes apart say nothing: three of them must fail within five', async () => {
    const operations = new OperationStates()
    const whalesFail: Indexer = (_, subject) => (subject.startsWith('whale') ? TIMEOUT : null)
    for (let n = 0; n < 6; n++) {
      answer(operations, OWNERS, `whale ${n}`, whalesFail)
      expect((await check(operations, whalesFail)).says).toEqual([])
      await clock.pass(235_000)
    }
  })

  test('one bad question never says anything of the operation, however often it is asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ bad: fc.nat(30), good: fc.nat(2), slow: fc.boolean() }), { minLength: 1, maxLength: 40 }),
        async (checks) => {
          const operations = new OperationStates()
          let n = 0
          for (const { bad, good, slow } of checks) {
            const indexer: Indexer = (method, subject) =>
              method === OWNERS && subject === 'whale' ? (slow ? SLOW : TIMEOUT) : null
            for (let i = 0; i < bad; i++) answer(operations, OWNERS, 'whale', indexer)
            for (let i = 0; i < good; i++) answer(operations, OWNERS, `owner ${n++}`, indexer)
            const { says, requests } = await check(operations, indexer)
            expect(says).toEqual([])
            expect(requests).toBeLessThanOrEqual(2)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})
