import { expect, it } from 'vitest'
import { forgetValues, hasValues, once } from './once'

it('makes a value at the first call, and only then', () => {
  let calls = 0
  const value = once(() => ({ number: ++calls }))
  expect([value.existing(), calls]).toEqual([undefined, 0])
  expect(value()).toBe(value())
  expect([value.existing(), calls]).toEqual([{ number: 1 }, 1])
})

it('makes it again once it was let go', () => {
  const value = once(() => ({}))
  const first = value()
  expect(hasValues()).toBe(true)
  forgetValues()
  expect(hasValues()).toBe(false)
  expect(value()).not.toBe(first)
})

it('remembers nothing of a value that could not be made', () => {
  let works = false
  const value = once(() => {
    if (!works) throw new Error('not yet')
    return 1
  })
  expect(value).toThrow('not yet')
  works = true
  expect(value()).toBe(1)
})
