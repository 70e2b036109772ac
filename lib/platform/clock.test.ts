import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { afterEach, describe, expect, test } from 'vitest'
import { JumpingClock } from '@/lib/testing/clock'
import { virtualTime } from '@/lib/testing/virtual-time'
import { clock, inTime, MACHINE_CLOCK, nowIso, pause, setClock, sleep } from './clock'

/** The module as JavaScript, with what it imports. */
const [SOURCE] = buildSync({
  entryPoints: [path.join(import.meta.dirname, 'clock.ts')],
  bundle: true,
  format: 'esm',
  write: false,
}).outputFiles

const NEVER = new Promise<never>(() => {})

test('is the machine’s until another one is handed in', () => {
  expect(clock()).toBe(MACHINE_CLOCK)
  const other = new JumpingClock()
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

  test('time passes timer by timer, and what awaits one may set the next', async () => {
    const at: number[] = []
    const rounds = (async () => {
      for (let i = 0; i < 3; i++) {
        await sleep(10)
        at.push(clock().monotonic())
      }
    })()
    await time.pass(25)
    expect(at).toEqual([10, 20])
    await time.pass(5)
    await rounds
    expect(at).toEqual([10, 20, 30])
  })
})

describe('a clock that jumps', () => {
  const jumping = new JumpingClock()
  afterEach(() => setClock(null))

  test('goes ahead by as much, and calls what became due in its order and at its time, not what is not', () => {
    setClock(jumping)
    const [from, wall] = [clock().monotonic(), clock().wall()]
    const called: [string, number][] = []
    const call = (name: string) => () => called.push([name, Math.round(clock().monotonic() - from)])
    clock().after(50_000, call('second'))
    clock().after(20_000, () => {
      call('first')()
      clock().after(10_000, call('set by the first'))
    })
    const cancelTaken = clock().after(30_000, call('taken back'))
    const cancelLater = clock().after(100_000, call('later'))
    cancelTaken()
    jumping.jump(60_000)
    // Between the lines the machine's own time goes on.
    const names = called.map(([name]) => name)
    expect(names).toEqual(['first', 'set by the first', 'second'])
    for (const [i, due] of [20_000, 30_000, 50_000].entries()) expect(called[i]?.[1]).toBeGreaterThanOrEqual(due)
    expect(clock().monotonic() - from).toBeGreaterThanOrEqual(60_000)
    expect(clock().wall() - wall).toBeGreaterThanOrEqual(59_999)
    cancelLater()
  })

  test('lets timers come by themselves, those that were set before a jump at what is left of their time', async () => {
    setClock(jumping)
    const slept = sleep(60_001)
    jumping.jump(60_000)
    await slept
  })

  test('sets the wall clock alone', () => {
    const [from, wall] = [jumping.monotonic(), jumping.wall()]
    jumping.setWall(-3_600_000)
    expect(jumping.wall()).toBeLessThan(wall - 3_000_000)
    expect(jumping.monotonic()).toBeLessThan(from + 3_000_000)
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
