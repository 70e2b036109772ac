import { expect, test } from 'vitest'
import { askAll } from '@/lib/testing/answers/ask-all'
import { differences, expectedNow } from '@/lib/testing/answers/since'

test('a thousand requests have the status, the headers and the kind of content that they had, in development', async () => {
  const { answers, idle } = expectedNow('development')
  expect(differences(answers, await askAll('development'))).toEqual([])
  expect(idle).toEqual([])
})
