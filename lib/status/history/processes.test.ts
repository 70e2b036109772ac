import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { HistoryKeeper } from './keeper'

const root = path.resolve(import.meta.dirname, '../../..')
const START = Date.UTC(2026, 10, 20, 8)

/** A user id that owns nothing. */
const NOBODY = 65_534

const clock = virtualTime(START)

let folder: string
let running: ChildProcess[]

beforeAll(async () => {
  const { bundle } = await import('../../../scripts/bundle.mjs')
  await bundle('lib/testing/history/recorder.ts', 'dist/test-recorder.mjs')
})

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-history-'))
  running = []
})

afterEach(async () => {
  await Promise.all(running.map(kill))
  fs.chmodSync(folder, 0o755)
  fs.rmSync(folder, { recursive: true, force: true })
})

interface RecorderState {
  recordedBy: 'this' | 'another' | 'nobody'
  reason?: string
  slots: (number | null)[]
}

function explorer(uid?: number): ChildProcess {
  const child = fork(path.join(root, 'dist', 'test-recorder.mjs'), [
    folder,
    ...(uid === undefined ? [] : [String(uid)]),
  ])
  running.push(child)
  return child
}

async function check(child: ChildProcess, at: number): Promise<RecorderState> {
  const done = new AbortController()
  const options = { signal: done.signal }
  const ended = once(child, 'exit', options).then(([code, signal]) => {
    throw new Error(`the recorder ended: ${code ?? signal}`)
  })
  const answer = once(child, 'message', options)
  child.send(at)
  const [state] = await Promise.race([answer, ended]).finally(() => done.abort())
  return state as RecorderState
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('of two processes the first records; when it is killed, the second reads all of it and goes on', async () => {
  const [one, two] = [explorer(), explorer()]
  const [a, b] = [one.pid ?? 0, two.pid ?? 0]
  expect(await check(one, START)).toMatchObject({ recordedBy: 'this', slots: [a] })
  expect(await check(two, START + 1_000)).toMatchObject({ recordedBy: 'another', slots: [a] })
  expect(await check(one, START + 5_000)).toMatchObject({ recordedBy: 'this', slots: [a, a] })
  expect(await check(two, START + 6_000)).toMatchObject({ recordedBy: 'another', slots: [a, a] })
  await kill(one)
  expect(await check(two, START + 11_000)).toMatchObject({ recordedBy: 'this', slots: [a, a, b] })
  const three = explorer()
  expect(await check(three, START + 12_000)).toMatchObject({ recordedBy: 'another', slots: [a, a, b] })

  clock.skip(12_000)
  const reader = new HistoryKeeper(folder)
  const result = reader.history('net', { fromMs: START, toMs: START + 12_000, points: 60 })
  reader.close()
  expect(result.recordedBy).toBe('nobody')
  expect(result.periods.map(({ from, verdict }) => [Date.parse(from) - START, verdict])).toEqual([
    [0, 'ok'],
    [5_001, null],
    [11_000, 'ok'],
  ])
})

test('killed again and again at any moment: every check that was answered is there, and the file is sound', async () => {
  const times: number[] = []
  let at = START
  for (let n = 0; n < 6; n++) {
    const child = explorer()
    for (let i = 0; i < 30; i++) {
      at += 5_000
      expect((await check(child, at)).recordedBy).toBe('this')
      times.push(at)
    }
    // A check in progress at the kill may or may not be stored.
    at += 5_000
    child.send(at)
    await kill(child)
  }
  clock.skip(at - START)
  const keeper = new HistoryKeeper(folder)
  const stored = keeper.last('net', 1_000).map((sample) => Date.parse(sample.at))
  keeper.close()
  expect(stored.filter((ms) => times.includes(ms))).toEqual(times)
  expect(stored.length - times.length).toBeLessThanOrEqual(6)
})

test('a folder whose files may only be read: what is there is told, and that nobody records', async () => {
  const recorder = explorer()
  await check(recorder, START)
  await kill(recorder)
  for (const file of fs.readdirSync(folder)) fs.chmodSync(path.join(folder, file), 0o444)
  fs.chmodSync(folder, 0o555)
  // Root may read and write everything.
  const reader = explorer(process.getuid?.() === 0 ? NOBODY : undefined)
  const state = await check(reader, START + 5_000)
  expect(state).toEqual({ recordedBy: 'nobody', reason: 'DATA_DIR cannot be written to.', slots: [recorder.pid] })
  expect(await check(reader, START + 10_000)).toEqual(state)
})
