import { expect, it } from 'vitest'
import { isProblem, ProblemError } from './problem'

it('a problem is one wherever it was made: by another copy of the module, as bundles have them, but no other error', async () => {
  const copy: typeof import('./problem') = await import(/* @vite-ignore */ `./problem.ts?${'copy'}`)
  const problem = copy.problem('not_found', 'It is gone.')
  const error = new copy.ProblemError(problem)
  expect(error).not.toBeInstanceOf(ProblemError)
  expect(isProblem(error) && error.problem).toBe(problem)
  for (const other of [new Error('gone'), problem, null, undefined]) expect(isProblem(other)).toBe(false)
})
