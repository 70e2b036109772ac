import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProvableRow } from '@/lib/account/proof/contract'
import { Proofs } from '@/lib/account/proof/proofs'
import { loadHashes, proveRow } from '@/lib/account/proof/row-proof'
import { readRecording } from '@/lib/testing/recordings/files'
import { rowsOf } from '@/lib/testing/recordings/rows'
import { addressOf, makeAccounts, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { trueAccount, trueTokenAccount } from '@/lib/testing/true-rows'

/** Milliseconds a row in one thread, by what the rows are: each set as often as makes `count` rows. @param folder of the recordings */
export async function timesByKind(count: number, folder: string): Promise<[kind: string, ms: number][]> {
  loadHashes()
  const recorded = async (name: string) => rowsOf(readRecording(name, folder))
  const kinds: [string, ProvableRow[]][] = [
    ['SOL, v2 tree', (await recorded('v2-state-tree')).slice(0, 100)],
    ['tokens of the first layout', makeTokenAccounts(addressOf('delegate'), 100).map(trueTokenAccount)],
    ['tokens of the third layout', await recorded('v2-compress-and-close-tlv')],
    ['data of another program', await recorded('v2-new-addresses-1')],
  ]
  return kinds.map(([kind, rows]) => {
    const prove = (total: number) => {
      for (let done = 0; done < total; done++) proveRow(rows[done % rows.length] as ProvableRow)
    }
    prove(200)
    const from = performance.now()
    prove(count)
    return [kind, (performance.now() - from) / count]
  })
}

/** How long the main thread was late (ms) while a thread proved so many rows of its own; and how long that took. */
export async function delayWhileProving(count: number, file: string) {
  const proofs = new Proofs(file)
  const rows = makeAccounts(addressOf('owner'), count).map(trueAccount)
  await proofs.of('warm', rows.slice(0, 1))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const from = performance.now()
  const made = await proofs.of('near', rows)
  const ms = performance.now() - from
  delay.disable()
  const again = performance.now()
  await proofs.of(
    'near',
    rows.map((row) => structuredClone(row)),
  )
  const rememberedMs = performance.now() - again
  await proofs.close()
  if (made.some((proof) => proof?.result !== 'matches')) throw new Error('a row was not proven')
  // The timer itself takes a millisecond.
  const late = (ns: number) => ns / 1e6 - 1
  return { ms, rememberedMs, p50: late(delay.percentile(50)), p99: late(delay.percentile(99)), max: late(delay.max) }
}
