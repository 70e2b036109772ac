import { expect, it } from 'vitest'
import { TimeSpent } from './spent'

it('tells waiting from reading by what the event loop had to do, and all parts are all of the time', () => {
  const time = { now: 1000, idle: 500 }
  const spent = new TimeSpent(() => ({ ...time }))
  const pass = (ms: number, idle: number) => {
    time.now += ms
    time.idle += idle
  }
  pass(300, 200)
  spent.on('the next block')
  pass(50, 0)
  spent.on('decoding')
  pass(25, 0)
  spent.on('writing')
  pass(4000, 4000)
  spent.on('writing')
  pass(10, 12)
  spent.on('the next block')
  const { waiting, reading, decoding, writing } = spent.seconds
  expect([waiting, reading, decoding, writing]).toEqual([0.21, 0.1, 0.05, 4.025].map((s) => expect.closeTo(s, 9)))
  expect(waiting + reading + decoding + writing).toBeCloseTo(4.385, 9)
})
