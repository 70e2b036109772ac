import path from 'node:path'
import { expect, it } from 'vitest'
import { problemsOf, readList } from './list.mjs'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')

it('the list of this repository fits its sources, and enough of it counts', async () => {
  const mutations = await readList(REPOSITORY)
  expect(await problemsOf(REPOSITORY, mutations)).toEqual([])
  expect(mutations.filter(({ equivalent }) => !equivalent).length).toBeGreaterThanOrEqual(70)
})
