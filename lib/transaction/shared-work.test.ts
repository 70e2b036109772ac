import { expect, test, vi } from 'vitest'
import { SharedWork } from './shared-work'

function made() {
  const subject = {}
  const shared = new SharedWork<object, string>()
  let end = (_: string) => {}
  const work = vi.fn(
    (signal: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        end = resolve
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  )
  const read = (left?: AbortSignal) => shared.of(subject, work, left)
  return { work, read, end: (value: string) => end(value) }
}

test('is done once for all readers, and remembered', async () => {
  const { work, read, end } = made()
  const [one, two] = [new AbortController(), new AbortController()]
  const reading = Promise.all([read(one.signal), read(two.signal), read()])
  one.abort()
  end('done')
  expect(await reading).toEqual(['done', 'done', 'done'])
  two.abort()
  expect(await read()).toBe('done')
  expect(work).toHaveBeenCalledTimes(1)
})

test('stops when the last of its readers has left, and begins anew for the next', async () => {
  const { work, read, end } = made()
  const [one, two] = [new AbortController(), new AbortController()]
  const reading = Promise.allSettled([read(one.signal), read(two.signal)])
  const [signal] = work.mock.calls[0] ?? []
  one.abort()
  expect(signal?.aborted).toBe(false)
  two.abort()
  expect(signal?.aborted).toBe(true)
  expect((await reading).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = read()
  end('done')
  expect(await again).toBe('done')
  expect(work).toHaveBeenCalledTimes(2)
})

test('that failed is not remembered, and none is begun for a reader who has left', async () => {
  const shared = new SharedWork<object, string>()
  const subject = {}
  await expect(shared.of(subject, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await shared.of(subject, async () => 'done')).toBe('done')
  const work = vi.fn(async () => 'done')
  await expect(shared.of({}, work, AbortSignal.abort())).rejects.toThrow(DOMException)
  expect(work).not.toHaveBeenCalled()
})
