import { Keeper } from '@/lib/gateway/health/history/keeper'
import type { Look } from '@/lib/gateway/health/history/recorder'

/*
 * A process that keeps looks in the folder it is given, as an explorer would: a look whenever it is told its time, and an
 * answer that says who records. Run by processes.test.ts.
 */

const [, , folder = ''] = process.argv
const keeper = new Keeper(folder)

process.on('message', (at: number) => {
  const look: Look = {
    at,
    says: 'ok',
    verdict: 'ok',
    summary: 'It is ok.',
    slot: process.pid,
    lag: null,
    text: 'ok',
    latencyMs: 1,
    headAgeMs: null,
    intervalMs: 5_000,
  }
  keeper.record('net', look)
  const { recordedBy, reason, points } = keeper.history('net', { fromMs: at - 60_000, toMs: at + 1, points: 60 })
  process.send?.({ recordedBy, reason, slots: points.map(({ slot }) => slot) })
})
