import { expect } from 'vitest'
import { createProgress, follow } from '@/lib/indexer/ledger/follow'
import type { Ledger, LedgerStep } from '@/lib/indexer/ledger/ledger'
import { openLedger } from '@/lib/indexer/ledger/open'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import type { Store } from '@/lib/indexer/store/store'
import { readEnvironment } from '@/lib/platform/environment'
import { type Programs, resolvePrograms } from '@/lib/protocol/light/programs'
import type { ProgramIds } from '../recordings/recording'
import { ledgerOf } from './indexed'
import { blocksOfListed, expectSigned, type NodeHere, nodeHere } from './node-client'
import { rowsByName } from './rows-by-name'

export async function folderNode(folder: string, programIds: ProgramIds | null = null): Promise<NodeHere> {
  const { environment, programs } = await setUp(folder, programIds)
  const ledger = await openLedger(environment, { signal: new AbortController().signal, print: () => undefined })
  return nodeHere(await storeOf(ledger, programs), { kind: 'folder', path: folder })
}

export async function expectWholeHistory(
  node: NodeHere,
  folder: string,
  { programIds = null, signed = true }: { programIds?: ProgramIds | null; signed?: boolean } = {},
): Promise<number> {
  const { programs } = await setUp(folder, programIds)
  const blocks = await blocksOfListed(node)
  const again = await storeOf(ledgerOf(blocks), programs)
  expect(await rowsByName(again)).toEqual(await rowsByName(node.store))
  if (signed) expectSigned(blocks)
  return blocks.length
}

async function setUp(folder: string, programIds: ProgramIds | null) {
  const environment = readEnvironment(
    { LEDGER: folder, ...(programIds && { PROGRAM_IDS: JSON.stringify(programIds) }) },
    folder,
  )
  return { environment, programs: await resolvePrograms(environment.programIds) }
}

async function storeOf<S extends LedgerStep>(ledger: Ledger<S>, programs: Programs): Promise<Store> {
  const store = openSqlite(':memory:', { ledger: 'made up', programIds: {} })
  const progress = createProgress()
  await follow({ ledger, store, programs, progress, signal: new AbortController().signal, onReady: () => undefined })
  return store
}
