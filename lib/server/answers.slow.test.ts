import { expect, test } from 'vitest'
import { askAll } from '@/lib/testing/answers/ask-all'
import { differences, expectedNow } from '@/lib/testing/answers/since'
import { writeTable } from '@/lib/testing/answers/table'

/*
 * Every request of the table (lib/testing/answers) is answered as before the server was ours, but for what is meant. The
 * same in development: answers.nightly.test.ts.
 */

test('a thousand requests have the status, the headers and the kind of content that they had, in production', async () => {
  const commit = process.env.RECORD_ANSWERS
  if (commit) {
    return writeTable(commit, { production: await askAll('production'), development: await askAll('development') })
  }
  const { answers, idle } = expectedNow('production')
  expect(differences(answers, await askAll('production'))).toEqual([])
  expect(idle).toEqual([])
})
