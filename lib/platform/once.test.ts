import { expect, it } from 'vitest'
import { forgetOnceValues, hasOnceValues, once } from './once'

it('makes a value at the first call, and only then', () => {
  let calls = 0
  const value = once('numbers', () => ({ number: ++calls }))
  expect([value.existing(), calls]).toEqual([undefined, 0])
  expect(value()).toBe(value())
  expect([value.existing(), calls]).toEqual([{ number: 1 }, 1])
})

it('makes it again once it was let go', () => {
  const value = once('empty', () => ({}))
  const kept = once('kept', () => ({}))
  const [first, second] = [value(), kept()]
  forgetOnceValues(['kept'])
  expect(hasOnceValues()).toBe(true)
  expect(value()).not.toBe(first)
  expect(kept()).toBe(second)
  forgetOnceValues()
  expect(hasOnceValues()).toBe(false)
})

it('remembers nothing of a value that could not be made', () => {
  let works = false
  const value = once('broken', () => {
    if (!works) throw new Error('not yet')
    return 1
  })
  expect(value).toThrow('not yet')
  works = true
  expect(value()).toBe(1)
})

it('is one value for two copies of a module', async () => {
  const copy: typeof import('./once') = await import(/* @vite-ignore */ `./once.ts?${'copy'}`)
  expect(copy.once).not.toBe(once)
  const value = once('shared', () => ({ by: 'this one' }))()
  expect(copy.once('shared', () => ({ by: 'the copy' }))()).toBe(value)
})
