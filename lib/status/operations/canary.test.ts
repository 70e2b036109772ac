import { expect, test } from 'vitest'
import { LEAVABLE_OPERATIONS } from '../../platform/environment'
import { methods } from '../../protocol/rpc/methods'
import { canaryParams } from './canary'
import { CANARY_METHODS } from './operations'

test('each of them, and none that checks need, can be left out by a setting', () => {
  expect([...LEAVABLE_OPERATIONS].sort()).toEqual([...CANARY_METHODS].sort())
})

test.each(CANARY_METHODS)('%s has a subject to ask about', (method) => {
  expect(methods[method].params.safeParse(canaryParams(method)).error).toBeUndefined()
})
