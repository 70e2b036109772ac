import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { inFolder, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { sharedPostgres } from '@/lib/testing/indexer/shared-postgres'
import { expectAnswers } from '@/lib/testing/recordings/conformance'
import { readRecording } from '@/lib/testing/recordings/files'
import { indexerAt, writeFolder } from '@/lib/testing/recordings/replay'
import { testWith } from '@/lib/testing/tools'
import { freePort } from '@/scripts/free-port.mjs'

import './conformance.test'

afterEach(killRunning)

async function throughProcess(databaseUrl: (folder: string) => string): Promise<void> {
  const recording = readRecording('oldids2-mint-and-transfer-new')
  await inFolder(async (folder) => {
    writeFolder(path.join(folder, 'ledger'), recording.blocks)
    const port = await freePort()
    const { ready, output } = await startIndexer({
      LEDGER: path.join(folder, 'ledger'),
      PROGRAM_IDS: JSON.stringify(recording.programIds),
      DATABASE_URL: databaseUrl(folder),
      INDEXER_PORT: String(port),
    })
    expect(await ready, output()).toBe('ready')
    const indexer = indexerAt(port)
    const now = recording.expectations.filter(({ after }) => after === undefined)
    expect(now.length).toBeGreaterThan(5)
    await expectAnswers(indexer, now)
    killRunning()
  })
}

it('a recording of older programs is answered by the process that npm run indexer starts', () =>
  throughProcess((folder) => `file:${path.join(folder, 'store.sqlite')}`))

const server = sharedPostgres()

testWith('postgres', 'the same process on PostgreSQL', async () => {
  const url = await server.freshDatabase()
  await throughProcess(() => url)
})
