// How long nobody writes when the writer dies: indexers on one PostgreSQL that follow a chain which goes on, the writer
// killed under load, again and again, each time with another one standing by.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/bundle.mjs'
import { median } from './load.mjs'
import { root } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'a killed writer on PostgreSQL: seconds until the standby writes, reads meanwhile'

/** @type {('SIGKILL' | 'SIGSTOP')[]} */
const BLOWS = ['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGSTOP']
const BLOCK_MS = 200
const PAUSE_MS = 5
const SEED = 20_261_120

/** Seconds within which the standby must write. */
const WITHIN = 10

export async function run() {
  await bundle('lib/testing/indexer/failover.ts', 'dist/bench-failover.mjs')
  /** @type {typeof import('@/lib/testing/indexer/failover')} */
  const { failover, POSTGRES_BIN } = await import(pathToFileURL(path.join(root, 'dist', 'bench-failover.mjs')).href)
  if (POSTGRES_BIN === null) return { skipped: 'PostgreSQL is missing (apt-get install postgresql).' }
  const found = await failover({ blows: BLOWS, blockMs: BLOCK_MS, pauseMs: PAUSE_MS, seed: SEED })
  const { takeovers, reads, failed, wentBack, slotsLost, doubled, equal } = found
  const kills = takeovers.filter(({ blow }) => blow === 'SIGKILL')
  const slowest = Math.max(...kills.map(({ untilStored }) => untilStored))
  const wrong = { 'reads failed': failed.length, 'slots lost': slotsLost, 'signatures doubled': doubled }
  return {
    tables: [
      {
        title: 'From each blow',
        columns: ['writer', 's until the standby writes', 's until a new slot can be read'],
        rows: [
          ...takeovers.map(({ blow, untilWriting, untilStored }) => [
            blow === 'SIGKILL' ? 'killed' : 'stopped',
            rounded(untilWriting, 2),
            rounded(untilStored, 2),
          ]),
          [
            'median of the kills',
            rounded(median(kills.map(({ untilWriting }) => untilWriting)), 2),
            rounded(median(kills.map(({ untilStored }) => untilStored)), 2),
          ],
        ],
      },
      {
        title: 'Meanwhile, and in the end',
        columns: ['reads', ...Object.keys(wrong), 'answers that went back', 'rows as of an undisturbed run'],
        rows: [[reads, ...Object.values(wrong), wentBack, equal ? 'all' : 'not all']],
      },
    ],
    notes: [
      `Three indexers: one writes, one stands by, one only reads. A block every ${BLOCK_MS} ms; four clients ask each of them all the time.`,
      'One that was killed or stopped comes back as the next one to stand by. Questions to it meanwhile are not counted.',
      'A stopped writer keeps its connection: the server takes the right from it when it has said nothing for 8 s.',
      ...failed.slice(0, 3).map((text) => `Failed: ${text}`),
    ],
    missed: [
      ...Object.entries({ ...wrong, 'answers that went back': wentBack }).flatMap(([what, count]) =>
        count > 0 ? [`${count} ${what}`] : [],
      ),
      ...(slowest > WITHIN ? [`a kill took ${rounded(slowest, 1)} s to get over, not ${WITHIN}`] : []),
      ...(equal ? [] : ['rows differ from those of an undisturbed run']),
    ],
  }
}
