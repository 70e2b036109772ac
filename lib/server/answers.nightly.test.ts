import { expect, test } from 'vitest'
import { askAll } from '@/lib/testing/answers/ask-all'
import { differences, record, recordedIn } from '@/lib/testing/answers/table'

test('a thousand requests have the status, the headers and the kind of content that they had, in development', async () => {
  const answers = await askAll('development')
  if (process.env.RECORD_ANSWERS) record('development', answers)
  expect(differences(recordedIn('development'), answers)).toEqual([])
})
