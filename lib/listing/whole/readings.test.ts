import { beforeEach, expect, test, vi } from 'vitest'
import { SomeReader } from '@/lib/testing/gateway/some-reader'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { networkAt } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { listRoom } from '../read/list-room'
import { KEEP_MS, MAX_READINGS_PER_PEER, readings } from './readings'

const clock = virtualTime()
const WANTED = { mode: 'true', maxCalls: 100, minSlot: null } as const

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
})

const network = () => networkAt('http://127.0.0.1:9')
const TOO_MANY = 'Too many lists are being read whole.'

test('a peer has so many lists read at once, files as well, and one more is refused; another peer has its own', async () => {
  const near = network()
  const begin = (owner: number, peer = 'greedy') =>
    readings().attend(near, { owner: addressOf(`owner ${owner}`) }, WANTED, false, new SomeReader(peer))
  let endFile = () => {}
  const file = readings().forFile('greedy', () => new Promise<void>((resolve) => (endFile = resolve)))
  for (let i = 1; i < MAX_READINGS_PER_PEER; i++) begin(i)
  expect(() => begin(100)).toThrow(TOO_MANY)
  expect(() => readings().admitFile('greedy')).toThrow(TOO_MANY)
  begin(200, 'modest')
  readings().admitFile('modest')
  expect(begin(1)).toBe(readings().existing(near, { owner: addressOf('owner 1') }))
  endFile()
  await file
  readings().admitFile('greedy')
  begin(100)
})

test('all peers together have so many lists read at once', () => {
  const near = network()
  const begin = (i: number) =>
    readings().attend(near, { owner: addressOf(`owner ${i}`) }, WANTED, false, new SomeReader(`peer ${i}`))
  for (let i = 0; i < 64; i++) begin(i)
  expect(() => begin(64)).toThrow(TOO_MANY)
})

test('all who request the same list share a reading, which stays for a while after the last of them', () => {
  const near = network()
  const subject = { owner: addressOf('owner') }
  const attend = (owner = subject.owner) => readings().attend(near, { owner }, WANTED, false, new SomeReader())
  const first = attend()
  clock.skip(10_000)
  expect(attend()).toBe(first)
  expect(attend(addressOf('other'))).not.toBe(first)
  clock.skip(KEEP_MS)
  expect(readings().existing(near, subject)).toBe(null)
  expect(listRoom().bytes).toBe(0)
})
