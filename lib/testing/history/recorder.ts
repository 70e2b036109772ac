import { openDatabase } from '@/lib/platform/sqlite/driver'
import { HistoryKeeper } from '@/lib/status/history/keeper'
import { checkAt } from './check'

const [, , folder = '', uid] = process.argv
if (uid !== undefined) {
  // Not by the options of fork(): this user may be unable to read the clone, so load the driver before.
  openDatabase(':memory:').close()
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}
const keeper = new HistoryKeeper(folder)

process.on('message', (at: number) => {
  keeper.record('net', checkAt(at, 'ok', { slot: process.pid }))
  const { recordedBy, reason, points } = keeper.history('net', { fromMs: at - 60_000, toMs: at + 1, points: 60 })
  process.send?.({ recordedBy, reason, slots: points.map(({ slot }) => slot) })
})
