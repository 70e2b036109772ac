import { expect, test } from 'vitest'
import { answerMessage } from './mcp'

const ask = (params: object) => {
  const client = { peer: '127.0.0.1', left: new AbortController().signal }
  return answerMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), client)
}

test('a call says whether its tool or its arguments are wrong', async () => {
  const error = (message: RegExp) => ({ error: { code: -32602, message: expect.stringMatching(message) } })
  expect(await ask({ name: 'delete' })).toMatchObject(error(/^Unknown tool/))
  expect(await ask({ name: 'status', arguments: [1] })).toMatchObject(error(/^Invalid arguments/))
})
