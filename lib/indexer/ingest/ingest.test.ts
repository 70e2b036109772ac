import { expect, it, vi } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { IdleClock } from '@/lib/testing/indexer/idle-clock'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { CatchUp } from '../ledger/catch-up'
import { createProgress } from '../ledger/follow'
import type { LinearLedger } from '../ledger/ledger'
import { slotReached } from '../store/apply'
import { openSqlite } from '../store/sqlite/open'
import type { Store, WriterOptions, WriterStore } from '../store/store'
import { ingest } from './ingest'

const away = () => Object.assign(new Error('disk I/O error'), { errcode: 10 })

class Election {
  readonly store: Store = openSqlite(':memory:', { ledger: 'made up', programIds: {} })
  private right = new AbortController()
  private free = true
  private waiting: (() => void) | null = null

  readonly openWriter = async ({ signal, onStandby }: WriterOptions): Promise<WriterStore | null> => {
    if (!this.free) {
      onStandby()
      await new Promise<void>((resolve) => {
        this.waiting = resolve
        signal.addEventListener('abort', () => resolve())
      })
      if (signal.aborted) return null
    }
    this.free = false
    this.right = new AbortController()
    const { signal: lost } = this.right
    const held = (work: unknown) =>
      typeof work !== 'function'
        ? work
        : async (...given: unknown[]) => {
            if (lost.aborted) throw away()
            return Reflect.apply(work, this.store, given)
          }
    return new Proxy(this.store, {
      get: (store, name) =>
        name === 'lost' ? lost : name === 'close' ? async () => undefined : held(Reflect.get(store, name)),
    }) as WriterStore
  }

  take(): void {
    this.free = false
    this.right.abort()
  }

  release(): void {
    this.free = true
    this.waiting?.()
  }
}

class Chain {
  tip = 0
  readonly startSlots: number[] = []
  private readonly wakes = new Set<() => void>()

  readonly ledger: LinearLedger = {
    identity: 'made up',
    title: 'made up',
    readySlot: 0,
    tip: () => this.tip,
    blocks: (after, signal) => this.blocks(after, signal),
  }

  growTo(tip: number): void {
    this.tip = tip
    for (const wake of this.wakes) wake()
  }

  private async *blocks(after: number, signal: AbortSignal) {
    this.startSlots.push(after)
    for (let slot = after + 1; !signal.aborted; ) {
      if (slot <= this.tip) yield { slot: slot++, blockTime: 0, transactions: [] }
      else await this.change(signal)
    }
  }

  private change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.wakes.delete(wake)
        resolve()
      }
      this.wakes.add(wake)
      signal.addEventListener('abort', wake)
    })
  }
}

function started(election: Election, chain: Chain, openWriter = election.openWriter) {
  const roles: string[] = []
  const lines: string[] = []
  const why: (string | null)[] = []
  const stop = new AbortController()
  const clock = new IdleClock()
  const done = ingest({
    openWriter,
    ledger: chain.ledger,
    programs: PROGRAMS,
    progress: createProgress((reason) => why.push(reason)),
    catchUp: new CatchUp(clock),
    maxLagSlots: 20,
    clock,
    signal: stop.signal,
    mayBegin: Promise.resolve(),
    onRole: (role) => roles.push(role),
    onReady: () => {},
    print: (line) => lines.push(line),
  })
  done.catch(() => undefined)
  const until = (slot: number) => comes(async () => expect(await slotReached(election.store)).toBe(slot))
  const end = async () => {
    stop.abort()
    await done
  }
  return { roles, lines, why, until, end, done }
}

it('says at each start up to which slot a chain was indexed unchecked, and what to do', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const [election, chain] = [new Election(), new Chain()]
  await election.store.run('UPDATE store SET slot = 4, doubtful_to = 4')
  Object.assign(chain.ledger, { genesisHash: 'g' })
  for (const slot of [6, 8]) {
    const { until, end } = started(election, chain)
    chain.growTo(slot)
    await until(slot)
    await end()
    election.release()
  }
  const lines = stderr.mock.calls
    .map(([line]) => String(line))
    .filter((line) => line.includes('accounts may be missing'))
  stderr.mockRestore()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/index again into a new store \(DATABASE_URL\).*"slot":4/)
})

it('stands by while another one writes, and goes on behind what that one has stored', async () => {
  const [election, chain] = [new Election(), new Chain()]
  election.take()
  const { roles, lines, until, end } = started(election, chain)
  chain.growTo(9)
  await comes(() => expect(roles).toEqual(['standby']))
  expect(await slotReached(election.store)).toBe(0)
  await election.store.run('UPDATE store SET slot = 4')
  election.release()
  await until(9)
  await end()
  expect(roles).toEqual(['standby', 'writer'])
  expect(chain.startSlots).toEqual([4])
  expect(lines).toEqual([
    'Another indexer writes this store: this one answers, and takes over when that one is gone',
    'Writing from here on, behind slot 4',
  ])
})

it('stops when the right is lost, and stands again', async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const [election, chain] = [new Election(), new Chain()]
  const { roles, why, until, end } = started(election, chain)
  chain.growTo(3)
  await until(3)
  election.take()
  chain.growTo(6)
  await comes(() => expect(roles.at(-1)).toBe('standby'))
  await election.store.run('UPDATE store SET slot = 5')
  election.release()
  await until(6)
  expect(chain.startSlots).toEqual([0, 5])
  expect(why.at(-1)).toBeNull()
  await end()
  expect(roles.at(-1)).toBe('writer')
})

it('waits for a database that goes away, but not at the start', async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const [election, chain] = [new Election(), new Chain()]
  const never = started(election, chain, () => Promise.reject(away()))
  await expect(never.done).rejects.toThrow('DATABASE_URL: the disk fails')

  let attempts = 0
  const { until, why, end } = started(election, chain, async (options) => {
    attempts++
    if (attempts === 2 || attempts === 3) throw away()
    return election.openWriter(options)
  })
  chain.growTo(1)
  await until(1)
  election.take()
  election.release()
  chain.growTo(2)
  await until(2)
  expect(attempts).toBe(4)
  expect(why).toContain('the disk fails')
  expect(why.at(-1)).toBeNull()
  await end()
})

it('gives up where the store is such that nothing more can be stored', async () => {
  const [election, chain] = [new Election(), new Chain()]
  const { done } = started(election, chain)
  chain.growTo(1)
  await comes(async () => expect(await slotReached(election.store)).toBe(1))
  await election.store.run('DROP TABLE transactions')
  await election.store.run('DROP TABLE store')
  chain.growTo(2)
  await expect(done).rejects.toThrow('no such table')
})
