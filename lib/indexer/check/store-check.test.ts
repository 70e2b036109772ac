import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readEnvironment } from '@/lib/platform/environment'
import { clockOf } from '@/lib/testing/clock'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { logOfTest } from '@/lib/testing/log-of-test'
import type { LeafReport } from './leaves/leaf-report'
import type { CheckMessage } from './messages'
import { Soundness } from './soundness'
import { type Checker, StoreCheck } from './store-check'

const { lines } = logOfTest()

async function checkerOf(file: string | null) {
  const checker = { send: (_: CheckMessage) => {}, read: 1000 as number | null, ended: false }
  const soundness = new Soundness()
  const environment = readEnvironment({}, '/')
  const database =
    file === null ? ({ kind: 'postgres', url: '' } as const) : { kind: 'file' as const, file, chosen: true }
  const startChecker = (): Checker => ({
    onMessage: (listener) => {
      checker.send = listener
    },
    bytesRead: () => checker.read,
    end: async () => {
      checker.ended = true
    },
  })
  const options = {
    environment,
    startChecker,
    clock: clockOf(
      () => 0,
      async () => undefined,
    ),
  }
  const check = new StoreCheck(options, { database, identity: { ledger: '', programIds: {} }, soundness })
  await check.begin()
  return { checker, soundness, check }
}

it('tells how much of a look is done by what was read, and what was found', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'store')
    fs.writeFileSync(file, Buffer.alloc(8000))
    const { checker, soundness, check } = await checkerOf(file)
    expect([soundness.isSound(), check.report().progress]).toEqual([true, null])
    checker.send({ kind: 'pages begin', pid: 1 })
    expect(check.report().progress).toBe(0)
    checker.read = 3000
    expect(check.report().progress).toBe(0.25)
    checker.read = 99_000
    expect(check.report().progress).toBe(1)
    checker.read = null
    expect(check.report().progress).toBeNull()
    checker.send({ kind: 'pages', problem: null, seconds: 2.04 })
    expect([soundness.isSound(), check.report().progress]).toEqual([true, null])
    expect(lines()).toMatchObject([{ msg: 'the store was checked', dur_ms: 2040, found: 'nothing' }])
    checker.send({ kind: 'pages begin', pid: 1 })
    checker.send({ kind: 'pages', problem: 'Tree 5 page 6', seconds: 1 })
    expect(soundness.isSound()).toBe(false)
    checker.send({ kind: 'pages begin', pid: 1 })
    checker.send({ kind: 'pages', problem: null, seconds: 1 })
    expect(soundness.isSound(), 'damage does not pass').toBe(false)
    checker.read = 1000
    checker.send({ kind: 'pages begin', pid: 1 })
    expect(check.report().progress).toBe(0)
    checker.send({ kind: 'pages failed', reason: 'locked' })
    expect(check.report().progress).toBeNull()
    expect(lines().at(-1)).toMatchObject({ level: 'warn', msg: 'the store could not be checked', reason: 'locked' })
    await check.end()
    expect(checker.ended).toBe(true)
  }))

it('counts hashes, and names what differs in few lines', async () => {
  const { checker, soundness, check } = await checkerOf(null)
  const some = (breaches: string[]): CheckMessage => ({
    kind: 'hashes',
    counts: { matches: 4, differs: breaches.length, cannot_tell: 1 },
    breaches,
  })
  checker.send(some([]))
  checker.send(some(['a', 'b', 'c', 'd']))
  checker.send(some(['e']))
  expect(check.report().hashes).toEqual({ matches: 12, differs: 5, cannot_tell: 3 })
  expect(lines()).toMatchObject([{ level: 'warn', found: 'a, b, c', count: 4 }])
  expect(soundness.isSound(), 'a chain may have given it so').toBeNull()
})

it('names wrong leaf indices once, until they are others', async () => {
  const { checker, check } = await checkerOf(null)
  const report = (...leaves: number[]): LeafReport => ({
    ...{ slot: 90, removed: [], comparedAt: null, notCompared: null },
    trees: [{ tree: 'T', first: 0, last: 9, wrong: { missing: leaves.length, repeated: 0, 'not on the chain': 0 } }],
    problems: leaves.map((leaf) => ({ kind: 'missing', tree: 'T', from: leaf, to: leaf, slotBefore: 7, slotAfter: 8 })),
  })
  const reports = [report(), report(3), report(3), report(3, 5), report()]
  for (const each of reports) checker.send({ kind: 'leaves', report: each })
  const message = 'the leaf indices of a state tree are not contiguous'
  const found = 'T: leaf 3 missing, after slot 7, before slot 8'
  expect(lines()).toMatchObject([
    { level: 'error', msg: message, count: 1, slot: 90, found },
    { level: 'error', msg: message, count: 2, found: `${found}; T: leaf 5 missing, after slot 7, before slot 8` },
    { level: 'info', msg: 'the leaf indices of all state trees are contiguous again' },
  ])
  expect(check.report().leaves?.report).toBe(reports[4])
})
