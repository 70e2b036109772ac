import type { Verdict } from '@/lib/api/verdicts'
import type { Fault as NodeFault, NodeStandIn } from '../node/stand-in'
import { FAULTS, type Fault } from '../stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, signatureOf } from '../stand-in/fixtures'
import type { FaultScope, StandIn } from '../stand-in/stand-in'
import { trueAccount } from '../true-rows'

/* Faults of a network: what it may be called meanwhile, and the alert that must say so. */

export const TICK_MS = 400
const OWNER = addressOf('owner')
const ACCOUNTS = makeAccounts(OWNER, 20).map(trueAccount)
const MORE = makeAccounts(OWNER, 25).slice(20).map(trueAccount)
const CANARY = { canary: `owner:${OWNER}=20` }

export class World {
  /** Of the chain. */
  slot = 418_890_000

  constructor(
    readonly indexers: readonly [StandIn, ...StandIn[]],
    readonly nodes: readonly NodeStandIn[],
  ) {
    this.heal()
  }

  get data(): StandIn['data'] {
    return this.indexers[0].data
  }

  move([indexed, chain] = [1, 1]): void {
    this.slot += chain
    for (const { data } of this.indexers) {
      const before = data.slot
      data.slot += indexed
      // A transaction in every tenth slot.
      if (Math.floor(data.slot / 10) === Math.floor(before / 10)) continue
      const [newest] = makeSignatures(1, data.slot, this.#timeAt(data.slot))
      if (newest) data.latest = [newest, ...data.latest.slice(0, 49)]
      for (const { transactions } of this.nodes)
        transactions.set(signatureOf(`signature ${data.slot}`), { slot: data.slot })
    }
    for (const node of this.nodes) node.serve([], this.slot)
  }

  all(fault: Fault | null, scope?: FaultScope): void {
    for (const indexer of this.indexers) indexer.fail(fault, scope)
  }

  setBack(slot: number): void {
    Object.assign(this.data, { slot, latest: makeSignatures(50, slot, this.#timeAt(slot)) })
  }

  heal(): void {
    const latest = makeSignatures(50, this.slot, this.#timeAt(this.slot))
    for (const indexer of this.indexers) {
      Object.assign(indexer.data, { slot: this.slot, lag: 0, accounts: ACCOUNTS, latest })
      indexer.fail(null)
      indexer.start().catch(() => {})
    }
    for (const node of this.nodes) {
      Object.assign(node, { script: null, finalizedBehind: 0 })
      for (const { signature, slot } of latest) node.transactions.set(signature, { slot })
    }
  }

  /** In seconds. */
  #timeAt(slot: number): number {
    return Math.floor(Math.max(1_600_000_000, (Date.now() - Math.max(0, this.slot - slot) * TICK_MS) / 1_000))
  }
}

/** After each move, for as long as the fault lasts. @returns what becomes of the first indexer's data, if anything */
type Act = (world: World, tick: number) => unknown

export interface FaultCase {
  name: string
  says: readonly Verdict[]
  alert: string | null
  /** Readers lose something. */
  pages: boolean
  withinSeconds: number
  indexers: number
  nodes: number
  canary: string | null
  act: Act
  /** Slots of the indexers and of the chain in a tick of the fault. */
  pace: (tick: number) => [indexed: number, chain: number]
}

function cases(
  says: string,
  alert: string | null,
  severity: 'pages' | 'warns',
  named: Record<string, Fault | Act | Partial<FaultCase>>,
): FaultCase[] {
  return Object.entries(named).map(([name, given]) => ({
    ...{ name, says: says.split(' ') as Verdict[], alert: alert && `Leafscan${alert}`, pages: severity === 'pages' },
    ...{ withinSeconds: 240, indexers: 1, nodes: 0, canary: null, act: () => {}, pace: () => [1, 1] },
    ...(typeof given === 'function' ? { act: given } : 'kind' in given ? { act: on({}, given) } : given),
  }))
}

const LISTS = [
  'getCompressedAccountsByOwner',
  'getCompressedTokenAccountsByDelegate',
  'getCompressionSignaturesForAccount',
  'getLatestCompressionSignatures',
]
const lists = { methods: LISTS }
const slots = { methods: ['getIndexerSlot'] }
const health = { methods: ['getIndexerHealth'] }
const { serverError, hang, internal } = FAULTS
const limited = FAULTS.rateLimited('1')
const json = { 'content-type': 'application/json' }

const on = (scope: FaultScope, fault: Fault): Act => {
  return (world) => world.all(fault, scope)
}
const every = (nth: number, scope: FaultScope = {}): FaultScope => {
  let n = 0
  return { ...scope, only: () => n++ % nth === 0 }
}
const reply = (status: number, headers: Record<string, string> = {}, body = ''): Fault => {
  return { kind: 'reply', status, headers, body }
}
const edit = (from: RegExp, to: string | ((all: string, slot: string) => string)): Fault => {
  return { kind: 'edit', edit: (answer) => answer.replace(from, to as string) }
}
const slotIs = (text: string) => edit(/"result":(\d+)/, `"result":${text}`)
const slotBy = (slots: number) => edit(/"result":(\d+)/, (_, slot) => `"result":${Number(slot) + slots}`)
const oldSlot = edit(/"context":\{"slot":(\d+)/, (_, slot) => `"context":{"slot":${Number(slot) - 100_000}`)
const idIs = (id: string) => edit(/"id":[^,}]+/, `"id":${id}`)
const error = (code: number, message: string): Fault => ({ kind: 'error', code, message })
const node = (method: string, fault: NodeFault): Act => {
  return ({ nodes: [first] }) =>
    Object.assign(first ?? {}, { script: (is: { method: string }) => is.method === method && fault }) && null
}
const phase = (tick: number, seconds: number) => ((tick * TICK_MS) / 1_000) % seconds
const absurd = node('getSlot', { result: () => 10 ** 12 })

export const CASES: readonly FaultCase[] = [
  ...cases('ok', null, 'warns', {
    healthy: {},
    'healthy-with-node': { nodes: 1 },
    'healthy-two': { indexers: 2, nodes: 3, ...CANARY },
    'steps-of-50-s': { pace: (tick) => [tick % 125 === 124 ? 125 : 0, 1] },
    'absurd-node': { nodes: 1, act: absurd },
    'absurd-node-of-three': { nodes: 3, act: absurd },
    'signatures-stop': ({ data, slot }, tick) => ({ latest: data.latest.filter((each) => each.slot < slot - tick) }),
  }),
  ...cases('unreachable', 'IndexerUnreachable', 'pages', {
    500: serverError,
    401: FAULTS.unauthorised,
    402: reply(402),
    403: reply(403),
    503: reply(503),
    refused: ({ indexers: [indexer] }) => indexer.stop(),
    'wrong-json': reply(200, json, '{"foo":[1]}'),
    html: FAULTS.htmlWith200,
    'slow-6-s': { kind: 'slow', ms: 6_000 },
    hang,
    'slot-hangs': on(slots, hang),
    'every-other-500': on(every(2), serverError),
    drip: { kind: 'drip', everyMs: 1_000 },
    cut: FAULTS.cut,
    empty: FAULTS.empty,
    'gzip-garbage': reply(200, { ...json, 'content-encoding': 'gzip' }, 'no gzip'),
    reset: FAULTS.reset,
    redirect: reply(302, { location: 'http://127.0.0.1:9/' }),
    'id-null': idIs('null'),
    'slot-as-text': on(slots, slotIs('"$1"')),
    'slot-over-2-53': on(slots, slotIs('99999999999999999999')),
    'both-of-two-500': { indexers: 2, act: on({}, serverError) },
  }),
  ...cases('unreachable ok', 'IndexerFlaps', 'pages', {
    'down-every-other-minute': (world, tick) => world.all(phase(tick, 120) < 60 ? serverError : null),
    'down-20-s-a-minute': (world, tick) => world.all(phase(tick, 60) < 20 ? serverError : null),
  }),
  ...cases('degraded', 'IndexerDegraded', 'pages', {
    'lists-fail': on(lists, serverError),
    'lists-hang': on(lists, hang),
    'lists-403': on(lists, reply(403)),
    'lists-null': on(lists, { kind: 'result', result: null }),
    'lists-32601': on(lists, error(-32601, 'Method not found')),
    'lists-of-an-old-slot': on(lists, oldSlot),
    'answers-swapped': on(lists, idIs('"another"')),
    'one-list-500': on({ methods: LISTS.slice(0, 1) }, serverError),
    'a-third-of-lists': on(every(3, lists), serverError),
    'health-internal': on(health, internal),
    'not-ready': on(health, error(-32000, 'Indexer is not ready')),
    'wrong-rows': {
      ...CANARY,
      act: () => ({ accounts: ACCOUNTS.map((row) => ({ ...row, lamports: row.lamports + 1n })) }),
    },
    'lists-emptied': { ...CANARY, act: () => ({ accounts: [] }) },
    'all-emptied': () => ({ accounts: [], latest: [] }),
  }),
  ...cases('degraded unknown ok', 'IndexerDegraded', 'pages', {
    'every-seventh-500': on(every(7), serverError),
  }),
  ...cases('degraded', 'IndexerSlow', 'warns', { 'slow-2.3-s': { kind: 'slow', ms: 2_300 } }),
  ...cases('degraded ok', 'OneIndexerFails', 'warns', {
    'one-of-two-500': { indexers: 2, act: ({ indexers: [first] }) => first.fail(serverError) },
    'two-by-turns': {
      indexers: 2,
      act: ({ indexers }, tick) => {
        for (const [i, each] of indexers.entries()) each.fail(phase(tick, 120) < 60 === (i === 0) ? serverError : null)
      },
    },
  }),
  ...cases('degraded ok', 'IndexersDisagree', 'warns', {
    disagree: { indexers: 2, ...CANARY, withinSeconds: 460, act: () => ({ accounts: [...ACCOUNTS, ...MORE] }) },
  }),
  ...cases('behind', 'IndexerBehind', 'pages', {
    crawl: { pace: (tick) => [tick % 50 === 49 ? 1 : 0, 1], withinSeconds: 300 },
    'set-back-100000': (world, tick) => tick === 0 && world.setBack(world.slot - 100_000),
    'reset-to-1000': (world, tick) => tick === 0 && world.setBack(1_000),
    'lag-growing': (_, tick) => ({ lag: 100 + 2 * tick }),
    'lag-shrinking': (_, tick) => ({ lag: Math.max(150, 3_000 - 2 * tick) }),
    'every-other-slot-300-lower': on(every(2, slots), slotBy(-300)),
    'chain-500-ahead': { nodes: 1, act: (world, tick) => tick === 0 && world.move([0, 500]) },
    'chain-ever-further-ahead': { nodes: 1, pace: (tick) => [tick % 3 ? 0 : 1, 2] },
  }),
  ...cases('behind ok', 'VerdictNotOk', 'warns', {
    'behind-57': { withinSeconds: 460, act: () => ({ lag: 57 }) },
    'behind-25-on-and-off': { withinSeconds: 460, act: (_, tick) => ({ lag: phase(tick, 24) < 12 ? 25 : 0 }) },
  }),
  ...cases('behind ok', null, 'warns', {
    'slot-1e9-for-12-s': (world, tick) => world.all(tick * TICK_MS < 12_000 ? slotBy(1e9) : null, slots),
  }),
  ...cases('frozen', 'SlotStandsStill', 'pages', {
    frozen: { nodes: 1, pace: () => [0, 1] },
    'frozen-without-node': { pace: () => [0, 1] },
    'steps-of-75-s': { nodes: 1, pace: (tick) => [tick % 187 === 186 ? 187 : 0, 1] },
  }),
  ...cases('frozen', 'ChainStandsStill', 'warns', { 'chain-stops': { nodes: 1, pace: () => [0, 0] } }),
  ...cases('limited', 'RateLimited', 'pages', {
    429: limited,
    'every-other-429': on(every(2), limited),
    'limit-in-a-200': error(-32429, 'rate limited'),
    'lists-429': on(lists, FAULTS.rateLimited()),
  }),
  ...cases('unknown', 'HealthNotAnswered', 'warns', { 'health-hangs': on(health, hang) }),
  ...cases('ok', 'ChainNodeDown', 'warns', {
    'node-dead': { nodes: 1, withinSeconds: 440, act: node('getSlot', { reset: true }) },
  }),
]
