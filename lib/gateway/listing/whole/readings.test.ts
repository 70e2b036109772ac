import { beforeEach, expect, test, vi } from 'vitest'
import { networkAt } from '@/lib/testing/gateway/networks'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { virtualTime } from '@/lib/testing/virtual-time'
import { ATTENDED_MS } from './reading'
import { MOST_AT_ONCE, readings, STAYS_MS } from './readings'

const clock = virtualTime()
const WANTED = { mode: 'true', maxCalls: 100, minSlot: null } as const

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
})

/** An indexer that nobody is at: its readings wait. */
const network = () => networkAt('http://127.0.0.1:9')

test('so many lists are read at once, for files as well, and one more is refused', async () => {
  const near = network()
  const begin = (owner: number) => readings().attend(near, { owner: addressOf(`owner ${owner}`) }, WANTED, false)
  let endFile = () => {}
  const file = readings().forFile(() => new Promise<void>((resolve) => (endFile = resolve)))
  for (let i = 1; i < MOST_AT_ONCE; i++) begin(i)
  expect(() => begin(100)).toThrow('Too many lists are being read whole.')
  expect(() => readings().admitFile()).toThrow('Too many lists are being read whole.')
  // Who joins one that is being read costs nothing more.
  expect(begin(1)).toBe(readings().existing(near, { owner: addressOf('owner 1') }))
  endFile()
  await file
  readings().admitFile()
  begin(100)
})

test('all who request the same list share a reading, which stays for a while after the last of them', () => {
  const near = network()
  const subject = { owner: addressOf('owner') }
  const first = readings().attend(near, subject, WANTED, false)
  clock.skip(ATTENDED_MS)
  expect(readings().attend(near, { ...subject }, WANTED, false)).toBe(first)
  expect(readings().attend(near, { owner: addressOf('other') }, WANTED, false)).not.toBe(first)
  clock.skip(STAYS_MS)
  expect(readings().existing(near, subject)).toBe(null)
})
