import { beforeEach, describe, expect, test } from 'vitest'
import { sleep } from '@/lib/platform/clock'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { SlotReset } from '../../api/status'
import { type CachedValue, type CacheRequest, type LoadedValue, Memory, type StaleReason } from './memory'

const TIMEOUT: StaleReason = { reason: 'upstream_timeout', retryAfterMs: null }
const ERROR: StaleReason = { reason: 'upstream_error', retryAfterMs: null }

/** An error that is cached as an answer: an unknown hash, wrong parameters. */
class NegativeAnswer extends Error {}

let resets: (SlotReset & { network: string })[]
let memory: Memory

beforeEach(() => {
  resets = []
  memory = new Memory(
    (error) => (error instanceof NegativeAnswer ? null : ERROR),
    (network, reset) => resets.push({ network, ...reset }),
  )
})

const clock = virtualTime()
const wait = (ms: number) => clock.pass(ms)

class Subject implements CacheRequest<string> {
  loads = 0
  trouble: () => StaleReason | null = () => null
  next: () => Promise<string> | string = () => `value ${this.loads}`
  slot: number | null = null
  partly: StaleReason | null = null

  constructor(
    readonly key = 'subject',
    readonly network = 'net',
    readonly ages = { freshMs: 1_000, revalidateMs: 5_000, onErrorMs: 30_000 },
  ) {}

  load = async (): Promise<LoadedValue<string>> => {
    this.loads++
    const { slot, partly } = this
    const value = await this.next()
    const { freshMs, revalidateMs, onErrorMs } = this.ages
    const freshUntil = clock.monotonic() + (partly ? -1 : freshMs)
    return { value, weight: 100, slot, freshUntil, revalidateMs, onErrorMs, trouble: partly }
  }
}

const get = async <T>(request: CacheRequest<T>): Promise<CachedValue<T>> => memory.get(request, 'interactive', 1_000)
const later = <T>(ms: number, value: T) => sleep(ms).then(() => value)
const fails = async () => {
  throw new Error('down')
}

describe('ages of a value', () => {
  test('fresh: at once, without a load', async () => {
    const subject = new Subject()
    expect(await get(subject)).toMatchObject({ value: 'value 1', state: 'fresh', via: 'miss' })
    await wait(999)
    expect(memory.get(subject, 'interactive', 1_000)).toMatchObject({ value: 'value 1', state: 'fresh', via: 'hit' })
    expect(subject.loads).toBe(1)
  })

  test('within the revalidation age: the old one at once, one load in the background', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(1_000)
    subject.next = () => later(500, 'newer')
    const readers = Array.from({ length: 100 }, () => memory.get(subject, 'interactive', 1_000))
    expect(readers).toEqual(
      readers.map(() =>
        expect.objectContaining({ value: 'value 1', state: 'revalidating', via: 'stale', trouble: null }),
      ),
    )
    await wait(500)
    expect(await get(subject)).toMatchObject({ value: 'newer', state: 'fresh', via: 'hit' })
    expect(subject.loads).toBe(2)
  })

  test('what passes through is shared while under way and leaves nothing; what pages left is used, and renewed', async () => {
    const subject = new Subject()
    const passing = { ...subject, take: subject.load, trouble: subject.trouble, passing: true }
    subject.next = () => later(300, 'passing')
    const both = Promise.all([get(passing), get(subject)])
    await wait(300)
    expect(await both).toMatchObject([
      { value: 'passing', via: 'miss' },
      { value: 'passing', via: 'collapsed' },
    ])
    expect(memory.size().entries).toBe(0)

    subject.next = () => 'kept'
    await get(subject)
    expect(await get(passing)).toMatchObject({ value: 'kept', via: 'hit' })
    await wait(1_000)
    subject.next = () => 'renewed'
    await memory.get(passing, 'export', null)
    expect(await get(subject)).toMatchObject({ value: 'renewed', via: 'hit' })
    expect(memory.size().entries).toBe(1)
  })

  test('beyond it, nothing known against the network: the new one, when it lands within a second', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(10_000)
    subject.next = () => later(900, 'newer')
    const pending = get(subject)
    await wait(900)
    expect(await pending).toMatchObject({ value: 'newer', state: 'fresh', via: 'miss' })
  })

  test('beyond it, a slow load: the old one after a second, and the new one when it has come', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(10_000)
    subject.next = () => later(3_000, 'newer')
    const pending = get(subject)
    await wait(1_000)
    expect(await pending).toMatchObject({ value: 'value 1', state: 'stale', trouble: TIMEOUT })
    expect(memory.get(subject, 'interactive', 1_000)).toMatchObject({ state: 'stale', trouble: TIMEOUT })
    await wait(2_000)
    expect(await get(subject)).toMatchObject({ value: 'newer', state: 'fresh' })
    expect(subject.loads).toBe(2)
  })

  test('beyond it, a load that fails: the old one with the reason; the next load a second later, in the background', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(10_000)
    subject.next = fails
    expect(await get(subject)).toMatchObject({ value: 'value 1', state: 'stale', trouble: ERROR })
    await wait(999)
    await get(subject)
    expect(subject.loads).toBe(2)
    await wait(1)
    expect(memory.get(subject, 'interactive', 1_000)).toMatchObject({ state: 'stale', trouble: ERROR })
    await wait(0)
    expect(subject.loads).toBe(3)
  })

  test('a failure within the revalidation age makes the value stale, a success fresh again', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(1_500)
    subject.next = fails
    expect((await get(subject)).state).toBe('revalidating')
    await wait(0)
    expect(await get(subject)).toMatchObject({ state: 'stale', trouble: ERROR })
    await wait(1_000)
    subject.next = () => 'newer'
    expect((await get(subject)).state).toBe('stale')
    await wait(0)
    expect(await get(subject)).toMatchObject({ value: 'newer', state: 'fresh', trouble: null })
  })

  test('beyond its age on error a value is of no use: the failure reaches the reader', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(31_000)
    subject.next = fails
    await expect(get(subject)).rejects.toThrow('down')
    expect(memory.size().entries).toBe(1)
  })

  test('while the network is troubled but may be tried: the old one at once, and a load in the background', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(20_000)
    subject.trouble = () => TIMEOUT
    expect(memory.get(subject, 'interactive', 1_000)).toMatchObject({ state: 'stale', trouble: TIMEOUT })
    await wait(0)
    expect(subject.loads).toBe(2)
  })

  test('one who has no use for an old value waits for the load, whatever is known', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(20_000)
    subject.trouble = () => TIMEOUT
    subject.next = () => later(3_000, 'newer')
    const pending = memory.get(subject, 'refresh', null)
    await wait(3_000)
    expect(await pending).toMatchObject({ value: 'newer', state: 'fresh' })
    await wait(20_000)
    subject.next = fails
    await expect(memory.get(subject, 'refresh', null)).rejects.toThrow('down')
  })

  test('an error that is the answer is never hidden behind an old value, which is forgotten', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(10_000)
    subject.next = () => {
      throw new NegativeAnswer()
    }
    await expect(get(subject)).rejects.toThrow(NegativeAnswer)
    expect(memory.size().entries).toBe(0)
  })
})

describe('a value made of old parts', () => {
  test('does not take the place of another', async () => {
    const subject = new Subject()
    await get(subject)
    await wait(2_000)
    subject.partly = TIMEOUT
    await get(subject)
    await wait(0)
    expect(await get(subject)).toMatchObject({ value: 'value 1', state: 'stale', trouble: TIMEOUT })
  })

  test('is better than nothing, and stale from the first', async () => {
    const subject = new Subject()
    subject.partly = TIMEOUT
    expect(await get(subject)).toMatchObject({ value: 'value 1', state: 'stale', trouble: TIMEOUT })
    expect(memory.get(subject, 'interactive', 1_000)).toMatchObject({ value: 'value 1', state: 'stale' })
    expect(subject.loads).toBe(1)
  })
})

describe('a load', () => {
  test('whose first step throws, or whose value cannot be kept, releases all and is not left in the map', async () => {
    const throwing: CacheRequest<string> = {
      ...new Subject(),
      load: () => {
        throw new Error('a fault of our own')
      },
      trouble: () => null,
    }
    await expect(Promise.all([get(throwing), get(throwing)])).rejects.toThrow('a fault of our own')
    const weightless = new Subject('weightless')
    const unkept: CacheRequest<string> = {
      key: 'unkept',
      network: 'net',
      load: async () => ({ ...(await weightless.load()), weight: Number.NaN }),
      trouble: () => null,
    }
    await expect(get(unkept)).rejects.toThrow()
    expect(memory.size().inFlight).toBe(0)
  })

  test('becomes as urgent as the most urgent of its readers', async () => {
    const seen: string[] = []
    const request: CacheRequest<string> = {
      key: 'urgent',
      network: 'net',
      trouble: () => null,
      load: async ({ urgency }) => {
        seen.push(urgency.of)
        await later(10, null)
        seen.push(urgency.of)
        return { value: 'x', weight: 0, slot: null, freshUntil: 0, revalidateMs: 0, onErrorMs: 0 }
      },
    }
    const first = memory.get(request, 'export', 1_000)
    await wait(0)
    const second = memory.get(request, 'interactive', 1_000)
    await wait(10)
    await Promise.all([first, second])
    expect(seen).toEqual(['export', 'interactive'])
  })
})

describe('an indexer that lost its data', () => {
  test('does not take the place of what it knew before while that may be given out, and resets nothing', async () => {
    const subject = new Subject()
    subject.slot = 418_900_000
    const before = await get(subject)
    subject.slot = 0
    await wait(10_000)
    expect(await get(subject)).toMatchObject({
      value: before.value,
      state: 'stale',
      trouble: { reason: 'indexer_empty' },
    })
    await wait(60_000)
    expect(await get(subject)).toMatchObject({ state: 'fresh', value: `value ${subject.loads}` })
    expect(resets).toEqual([])
  })
})

describe('slots that go back', () => {
  async function land(subject: Subject, slot: number): Promise<CachedValue<string>> {
    await wait(2_000)
    subject.slot = slot
    await get(subject)
    await wait(0)
    return get(subject)
  }

  test('a little: the older copy stays, and counts as fresh again', async () => {
    const subject = new Subject()
    await land(subject, 1_000)
    expect(await land(subject, 850)).toMatchObject({ value: 'value 1', state: 'fresh' })
    expect(resets).toEqual([])
    expect(await land(subject, 1_001)).toMatchObject({ value: 'value 3', state: 'fresh' })
  })

  test('far: accepted, and everything else of that network is forgotten, said once', async () => {
    const [subject, other, foreign] = [new Subject(), new Subject('other'), new Subject('foreign', 'another')]
    await land(other, 1_000)
    await land(foreign, 1_000)
    await land(subject, 1_000)
    expect(await land(subject, 849)).toMatchObject({ value: 'value 2', state: 'fresh' })
    expect(resets).toEqual([{ network: 'net', at: expect.any(String), from: 1_000, to: 849 }])
    expect(memory.size().entries).toBe(2)
    other.slot = 849
    expect(await get(other)).toMatchObject({ value: 'value 2', via: 'miss' })
    expect(resets).toHaveLength(1)
  })

  test('a little, but for good: accepted after a minute, as a reset', async () => {
    const subject = new Subject()
    await land(subject, 1_000)
    for (let i = 0; i < 29; i++) await land(subject, 990)
    expect(await get(subject)).toMatchObject({ value: 'value 1' })
    await land(subject, 990)
    await land(subject, 990)
    expect(resets).toEqual([{ network: 'net', at: expect.any(String), from: 1_000, to: 990 }])
    expect(memory.slotOf('subject')).toBe(990)
  })

  test('a load from before the reset is not remembered', async () => {
    const [subject, slow] = [new Subject(), new Subject('slow')]
    await land(subject, 1_000)
    slow.slot = 1_000
    slow.next = () => later(5_000, 'of the old chain')
    const pending = get(slow)
    await land(subject, 100)
    await wait(5_000)
    expect(await pending).toMatchObject({ value: 'of the old chain' })
    expect(memory.slotOf('slow')).toBeNull()
  })
})

describe('the bounds', () => {
  test('100,000 keys: never above 64 MiB and 5,000 entries', async () => {
    for (let i = 0; i < 100_000; i++) {
      const landed = { value: i, weight: 20_000, slot: null, freshUntil: 1_000, revalidateMs: 0, onErrorMs: 0 }
      memory.remember(`key ${i}`, 'net', landed)
    }
    expect(memory.size().evictions).toEqual({ full: 100_000 - memory.size().entries, reset: 0, refuted: 0 })
    expect(memory.size().bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
    expect(memory.size().entries).toBeLessThanOrEqual(5_000)
    expect(memory.fresh('key 99999')?.value).toBe(99_999)
    expect(memory.fresh('key 0')).toBeNull()
  })
})
