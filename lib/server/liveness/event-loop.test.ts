import { expect, test } from 'vitest'
import { EventLoop } from './event-loop'

function eventLoop() {
  let now = 0
  let timer: { atMs: number; call: () => void } | null = null
  const clock = {
    monotonic: () => now,
    wall: () => now,
    after(ms: number, call: () => void) {
      timer = { atMs: now + ms, call }
      return () => {}
    },
  }
  const loop = new EventLoop(clock)
  const turn = (lateMs: number) => {
    const due = timer
    if (!due) throw new Error('there is no timer')
    now = due.atMs + lateMs
    due.call()
  }
  return {
    loop,
    turn,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('late by less than 5 s is busy, not stuck, however long that lasts', () => {
  const { loop, turn } = eventLoop()
  for (let n = 0; n < 100; n++) turn(4_900)
  expect(loop.stuck).toBe(false)
})

test('late by more than 5 s is stuck after 30 s of it', () => {
  const { loop, turn } = eventLoop()
  turn(6_000)
  expect(loop.stuck).toBe(false)
  for (let n = 0; n < 3; n++) turn(6_000)
  expect(loop.stuck).toBe(false)
  turn(6_000)
  expect(loop.stuck).toBe(true)
})

test('one check in time ends it', () => {
  const { loop, turn } = eventLoop()
  for (let n = 0; n < 10; n++) turn(9_000)
  expect(loop.stuck).toBe(true)
  turn(0)
  expect(loop.stuck).toBe(false)
})

test('a request that is answered before the late check counts as well', () => {
  const { loop, pass } = eventLoop()
  pass(40_000)
  expect(loop.stuck).toBe(true)
})
