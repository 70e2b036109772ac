import { expect, test } from 'vitest'
import { flipMisses } from '@/lib/testing/flipped-row'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { rowsOf } from '@/lib/testing/recordings/rows'
import { SEED } from '@/scripts/seed'

test('ten thousand flips of a bit are caught in every field that is bound', async () => {
  const recordings = recordingNames().map((name) => readRecording(name))
  const rows = await Promise.all(recordings.filter(({ programIds }) => programIds === null).map(rowsOf))
  expect(flipMisses(rows.flat(), 10_000, SEED)).toEqual([])
})
