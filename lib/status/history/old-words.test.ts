import { beforeEach, expect, test } from 'vitest'
import { checkAt } from '@/lib/testing/history/check'
import { folderOfTest } from '@/lib/testing/of-test'
import { MAX_BYTES, openToWrite } from './database'
import { withoutOldWords } from './old-words'
import { Recorder } from './recorder'

let folder = ''
beforeEach(() => {
  folder = folderOfTest()
})

test('of what an earlier version kept of an indexer’s words, only those of the interface stay', () => {
  const db = openToWrite(folder, MAX_BYTES)
  try {
    const recorder = new Recorder(db, MAX_BYTES)
    const texts: [text: string, summary: string][] = [
      ['ok', 'The indexer moves and is close to the chain at slot 5.'],
      ['The indexer says: Node is behind 57 slots', 'The indexer is 57 slots behind the chain.'],
      [
        'The indexer says: key KEY is refused The indexer did not answer in time.',
        'The indexer says that it is not healthy at slot 5: The indexer says: key KEY is refused',
      ],
    ]
    for (const [i, [text, summary]] of texts.entries()) {
      const verdict = i === 0 ? 'ok' : i === 1 ? 'behind' : 'unknown'
      recorder.record('net', checkAt(1_000_000 + i * 5_000, verdict, { summary, text }))
    }
    withoutOldWords(withoutOldWords(db))
    expect(db.all('SELECT text FROM look ORDER BY at').map(({ text }) => text)).toEqual([
      'ok',
      'The indexer says: Node is behind 57 slots',
      'The indexer answered with an error.',
    ])
    const changes = db.all('SELECT summary FROM change ORDER BY confirmed_at')
    const summaries = db.all('SELECT summary FROM turn WHERE verdict IS NOT NULL ORDER BY at')
    expect(changes).toEqual(summaries)
    expect(summaries.map(({ summary }) => summary)).toEqual([
      'The indexer moves and is close to the chain at slot 5.',
      'The indexer is 57 slots behind the chain.',
      'The indexer says that it is not healthy at slot 5: The indexer answered with an error.',
    ])
  } finally {
    db.close()
  }
})
