import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { VirtualClock } from '@/lib/testing/clock'
import { virtualTime } from '@/lib/testing/virtual-time'
import { clock, inTime, MACHINE_CLOCK, nowIso, pause, setClock, sleep } from './clock'

const [SOURCE] = buildSync({
  entryPoints: [path.join(import.meta.dirname, 'clock.ts')],
  bundle: true,
  format: 'esm',
  write: false,
}).outputFiles

const NEVER = new Promise<never>(() => {})

test('is the machine’s until another one is handed in', () => {
  expect(clock()).toBe(MACHINE_CLOCK)
  const other = new VirtualClock()
  setClock(other)
  expect(clock()).toBe(other)
  setClock(null)
  expect(clock()).toBe(MACHINE_CLOCK)
})

describe('waiting', () => {
  const time = virtualTime(Date.UTC(2026, 0, 1))

  test('lasts until its time, to the millisecond', async () => {
    let over = false
    const slept = sleep(1_000).then(() => {
      over = true
    })
    await time.pass(999)
    expect(over).toBe(false)
    await time.pass(1)
    await slept
    expect(nowIso()).toBe('2026-01-01T00:00:01.000Z')
  })

  test('ends with its signal, before or after it began', async () => {
    const leave = new AbortController()
    const slept = sleep(1_000, leave.signal)
    leave.abort(new Error('left'))
    await expect(slept).rejects.toThrow('left')
    await expect(sleep(1_000, leave.signal)).rejects.toThrow('left')
  })

  test('a pause lasts until its time, or until its signal, and never rejects', async () => {
    const leave = new AbortController()
    const [whole, cut] = [pause(1_000), pause(1_000, leave.signal)]
    let over = 0
    for (const each of [whole, cut]) void each.then(() => over++)
    await time.pass(999)
    expect(over).toBe(0)
    leave.abort(new Error('left'))
    await cut
    expect(over).toBe(1)
    await time.pass(1)
    await whole
    await pause(1_000, leave.signal)
  })

  test('for a promise ends with it, or with the time', async () => {
    expect(await inTime(Promise.resolve('came'), 1_000)).toBe('came')
    await expect(inTime(Promise.reject(new Error('failed')), 1_000)).rejects.toThrow('failed')
    const late = inTime(NEVER, 1_000)
    await time.pass(1_000)
    expect(await late).toBeNull()
  })
})

test('a pause keeps its process alive, a call after some time does not', () => {
  const run = (wait: string) =>
    execFileSync(process.execPath, [
      '--input-type=module',
      '-e',
      `${SOURCE?.text}\n${wait}.then(() => console.log('over'))`,
    ])
  expect(String(run('pause(20)'))).toBe('over\n')
  expect(String(run('new Promise((resolve) => MACHINE_CLOCK.after(20, resolve))'))).toBe('')
})
