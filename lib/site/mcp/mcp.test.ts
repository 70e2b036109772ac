import { expect, test } from 'vitest'
import { answerMessage } from './mcp'
import { listed, tools } from './tools'

const client = { peer: '127.0.0.1', left: new AbortController().signal }
const send = (text: string) => answerMessage(text, client)
const ask = (params: object) => send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))

test('a call says whether its tool or its arguments are wrong', async () => {
  const error = (message: RegExp) => ({ error: { code: -32602, message: expect.stringMatching(message) } })
  expect(await ask({ name: 'delete' })).toMatchObject(error(/^Unknown tool/))
  expect(await ask({ name: 'status', arguments: [1] })).toMatchObject(error(/^Invalid arguments/))
})

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}', 7, /an object of params/],
  ['{"jsonrpc":"2.0","id":9007199254740993}', 9007199254740993n, /a method/],
  ['[{"jsonrpc":"2.0","id":7,"method":"ping"}]', null, /no batch/],
])('a refused message has its id, so that whoever sent it does not wait: %s', async (text, id, message) => {
  expect(await send(text)).toMatchObject({ id, error: { code: -32600, message: expect.stringMatching(message) } })
})

test('a response to a question that nobody asked has no answer', async () => {
  expect(await send('{"jsonrpc":"2.0","id":5,"result":{}}')).toBeNull()
})

test('an argument says what it is for and what it takes', () => {
  const owner = tools().find(({ name }) => name === 'owner')
  expect(owner && listed(owner)).toMatchObject({
    inputSchema: { properties: { since: { description: expect.stringMatching(/^Only accounts .*: .*UTC/) } } },
  })
})

test.each([
  [
    'owner',
    {
      owner: 'O',
      filters: '[{"memcmp":{"offset":72,"bytes":"2"}}]',
      dataSlice: '{"offset":0,"length":4}',
      sort: '-amount',
      since: '1h',
      whole: 'estimate',
    },
    '/owner/O?sort=-amount&since=1h&filter=72:2&slice=0:4&whole=true',
  ],
  ['delegate', { delegate: 'D', mint: 'M', cluster: 'devnet' }, '/delegate/D?mint=M&cluster=devnet'],
  ['latest', { cursor: 'C', limit: '10' }, '/latest?cursor=C&limit=10'],
  ['wallet', { address: 'W', associated: 'listed' }, '/wallet/W?tab=tokens&associated=listed'],
  ['account_history', { hash: 'H', cursor: 'older:H' }, '/account/H?cursor=older:H'],
])('the link of %s leads to the page that shows the same', (name, given, link) => {
  expect(
    tools()
      .find((tool) => tool.name === name)
      ?.page(given),
  ).toBe(link)
})
