import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { MACHINE_CLOCK } from '@/lib/platform/clock'
import { ingestionIn } from './ingestion'
import type { IngestCommand, IngestMessage } from './messages'

function started() {
  let now = 0
  const thread = new EventEmitter()
  const requests: IngestCommand[] = []
  const post = (message: IngestMessage) => thread.emit('message', message)
  const postMessage = (command: IngestCommand) => {
    requests.push(command)
    if (command.kind === 'request') post({ kind: 'answer', id: command.id, answer: null })
  }
  const clock = { ...MACHINE_CLOCK, monotonic: () => now }
  const ingestion = ingestionIn(Object.assign(thread, { postMessage }), () => undefined, clock)
  const pass = (ms: number) => {
    now += ms
  }
  return { ingestion, post, requests, pass }
}

it('knows the head for a second after it was reported, and asks for it after that', async () => {
  const { ingestion, post, requests, pass } = started()
  expect(await ingestion.tip()).toBeNull()
  expect(requests).toHaveLength(1)
  post({ kind: 'head', slot: 9 })
  expect(await ingestion.tip()).toBe(9)
  pass(1000)
  post({ kind: 'head', slot: 8 })
  expect(await ingestion.tip()).toBe(8)
  pass(1000)
  expect(await ingestion.tip()).toBe(8)
  expect(requests).toHaveLength(1)
  pass(1)
  expect(await ingestion.tip()).toBeNull()
  expect(requests).toHaveLength(2)
})

it('knows the slot stored while it writes, and can', () => {
  const { ingestion, post } = started()
  expect(ingestion.stored()).toBeNull()
  post({ kind: 'role', role: 'writer' })
  expect(ingestion.stored()).toBeNull()
  post({ kind: 'stored', slot: 5 })
  expect(ingestion.stored()).toBe(5)
  post({ kind: 'stopped', why: 'the disk is full' })
  expect(ingestion.stored()).toBeNull()
  post({ kind: 'stopped', why: null })
  post({ kind: 'stored', slot: 4 })
  expect(ingestion.stored()).toBe(4)
  post({ kind: 'role', role: 'standby' })
  expect(ingestion.stored()).toBeNull()
  post({ kind: 'role', role: 'writer' })
  expect(ingestion.stored()).toBeNull()
})
