import { expect, test } from 'vitest'
import { askAll } from '@/lib/testing/answers/ask-all'
import { differences, record, recordedIn } from '@/lib/testing/answers/table'

/* Table: lib/testing/answers. In development: answers.nightly.test.ts. */

test('a thousand requests have the status, the headers and the kind of content that they had, in production', async () => {
  const answers = await askAll('production')
  if (process.env.RECORD_ANSWERS) record('production', answers)
  expect(differences(recordedIn('production'), answers)).toEqual([])
})
