import { expect, it, vi } from 'vitest'
import { everyRow } from '@/lib/testing/indexer/every-row'
import { describeStores } from '@/lib/testing/indexer/stores'
import { expectAnswers, stagesOf } from '@/lib/testing/recordings/conformance'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import type { Counts } from '@/lib/testing/recordings/recording'
import { firstOf, ledgerBlocks, replay } from '@/lib/testing/recordings/replay'
import type { Store } from './store/store'

const HANGS = 120_000

const stages = recordingNames().flatMap((name) => stagesOf(readRecording(name)))

const UNDECODABLE = 'oldids1-mixed'

async function countsOf(store: Store): Promise<Counts> {
  const { accounts = [], token_accounts = [], transactions = [] } = await everyRow(store)
  return {
    accounts: accounts.length,
    unspent: accounts.filter(({ spent }) => !spent).length,
    tokenAccounts: token_accounts.length,
    compressionTransactions: transactions.length,
  }
}

describeStores('a recording', 'in the gate', ({ newStore }) => {
  it.each(stages)(
    '$title: every answer is the known one',
    { timeout: HANGS },
    async ({ recording, after, expectations }) => {
      const { counts, programIds } = recording
      const blocks = firstOf(ledgerBlocks(recording), after)
      const store = await newStore()
      const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
      const indexer = await replay(blocks, programIds, store)
      expect(indexer.ready).toBe(true)
      expect(await indexer.ask('getIndexerHealth')).toBe('ok')
      expect(Number(await indexer.ask('getIndexerSlot'))).toBe(Math.max(...blocks.map(({ slot }) => slot)))
      await expectAnswers(indexer, expectations)
      const { undecodable } = indexer.progress
      expect(undecodable > 0).toBe(recording.name === UNDECODABLE)
      expect(log, 'each is told in a line').toHaveBeenCalledTimes(undecodable)
      if (counts && after === undefined && recording.blocks.length > 0) expect(await countsOf(store)).toEqual(counts)
    },
  )
})
