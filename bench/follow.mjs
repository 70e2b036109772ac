// How fast the embedded indexer catches up with a live chain: the real process, from a stand-in of a Solana node in a
// process of its own to a fresh SQLite store, with what its time goes into and what memory it takes.
import { setTimeout } from 'node:timers/promises'
import { buildIndexer } from '../scripts/bundle.mjs'
import { ask } from './load.mjs'
import { residentMb, withIndexer, withStandIn } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'catching up 10,000 slots of a chain, from a node over HTTP into a fresh SQLite store'

const SLOTS = 10_000

/** Milliseconds that the node takes for a block: one on the same machine, and one some way off. */
const DELAYS = [0, 100]

const SAMPLE_MS = 250

/** The memory of the last quarter against that of the second, by which everything is loaded. */
const GROWTH = 1.2

const PARTS = ['waiting', 'reading', 'decoding', 'writing']

export async function run() {
  await buildIndexer()
  const [speeds, shares, memory, missed] = [[], [], [], []]
  for (const delay of DELAYS) {
    const node = `${delay} ms a block`
    const samples = await withStandIn('made-node', [SLOTS, delay], (url) => withIndexer(url, samplesWhileCatchingUp))
    const [first, last] = [samples[0], samples.at(-1)]
    const seconds = (last.at - first.at) / 1000
    const [slots, transactions] = [last.slot - first.slot, last.transactions - first.transactions]
    speeds.push([node, rounded(seconds, 1), Math.round(slots / seconds), Math.round(transactions / seconds)])

    const spent = PARTS.map((part) => last.spent[part] - first.spent[part])
    const sum = spent.reduce((sum, part) => sum + part, 0)
    shares.push([node, ...spent.map((part) => `${rounded((part / sum) * 100, 1)} %`)])

    const quarters = [1, 2, 3, 4].map((quarter) => {
      const within = samples.filter(({ slot }) => Math.min(4, Math.floor((slot / SLOTS) * 4) + 1) === quarter)
      return Math.round(Math.max(...within.map(({ rss }) => rss)))
    })
    memory.push([node, ...quarters])
    if (quarters[3] > quarters[1] * GROWTH) {
      missed.push(`at ${node} the memory grew from ${quarters[1]} to ${quarters[3]} MB`)
    }
  }
  return {
    tables: [
      {
        title: `Catching up ${SLOTS} slots, from the first stored block to the last`,
        columns: ['node', 's', 'slots/s', 'compression tx/s'],
        rows: speeds,
      },
      { title: 'Share of that time', columns: ['node', ...PARTS], rows: shares },
      {
        title: 'Resident memory in MB: the highest of each quarter of the slots',
        columns: ['node', 'first', 'second', 'third', 'fourth'],
        rows: memory,
      },
    ],
    notes: [
      'A block has two compression transactions that make and spend accounts, every fourth a batch append too; every hundredth slot was skipped.',
      'waiting: nothing to do until a block comes; reading: answers of the node to checked blocks; decoding: blocks to changes; writing: changes to SQLite.',
      'The node shares the cores with the indexer: on a busy machine its time is waiting here.',
    ],
    missed,
  }
}

/** What the indexer says of itself and what memory it has, from its first stored block to the last slot. */
async function samplesWhileCatchingUp({ url, pid }) {
  const samples = []
  while ((samples.at(-1)?.slot ?? 0) < SLOTS) {
    const sample = sampleOf(String(await ask({ url, path: '/metrics' })), pid)
    if (sample.slot > 0) samples.push(sample)
    await setTimeout(SAMPLE_MS)
  }
  return samples
}

function sampleOf(metrics, pid) {
  const value = (name) => {
    const line = metrics.split('\n').find((line) => line.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1) ?? 0)
  }
  return {
    at: performance.now(),
    slot: value('leafscan_ingest_contiguous_slot'),
    transactions: value('leafscan_ingest_transactions_total'),
    spent: Object.fromEntries(PARTS.map((part) => [part, value(`leafscan_ingest_seconds_total{part="${part}"}`)])),
    rss: residentMb(pid),
  }
}
