import { expect, test } from 'vitest'
import { methods } from '../../protocol/rpc/methods'
import { canaryParams } from './canary'
import { CANARY_METHODS } from './operations'

test.each(CANARY_METHODS)('%s has a subject to ask about', (method) => {
  expect(methods[method].params.safeParse(canaryParams(method)).error).toBeUndefined()
})
