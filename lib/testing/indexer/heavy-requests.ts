/*
 * Requests that ask for much work: bodies up to the largest that is taken, whose cost the indexer must see from their bytes.
 * review/attack.md F7, and others of its kind.
 */

/** One of them, and what it may be answered: the codes of its errors, or `ok` for a result, `none` for nothing. */
export interface HeavyRequest {
  name: string
  /** Made when it is wanted: there are many, of ten million bytes each. */
  body(): Uint8Array
  answers: (number | 'ok' | 'none')[]
}

/** The largest body that is taken, in bytes. facts/photon-wire.md 2. */
const MAX_BODY = 10_485_760

/** @param known an owner with accounts, a delegate, and a hash that is there. */
export function heavyRequests({ owner, delegate, hash }: Record<'owner' | 'delegate' | 'hash', string>): HeavyRequest[] {
  const byOwner = (params: string) => call('getCompressedAccountsByOwner', `{"owner":"${owner}",${params}}`)
  const filter = '{"memcmp":{"offset":3,"bytes":"2"}}'
  const digits = () => '7'.repeat(3_400_000)
  const [OK, NONE] = ['ok', 'none'] as const
  const heavy = (name: string, body: () => string | Uint8Array, ...answers: HeavyRequest['answers']): HeavyRequest => ({
    name,
    body: () => Buffer.from(body()),
    answers,
  })
  const ofCalls = (text: string) => `[${filled(`${text},`, 4_000_000)}${text}]`
  return [
    heavy('a limit of three integers of 3.4 M digits', () => byOwner(`"limit":[${digits()},${digits()},${digits()}]`), -32602),
    heavy('a limit of 10 M digits', () => byOwner(`"limit":${'9'.repeat(10_000_000)}`), -32602),
    heavy('a negative limit of 10 M digits', () => byOwner(`"limit":-${'9'.repeat(10_000_000)}`), -32602),
    heavy('a fraction of 10 M digits', () => byOwner(`"limit":0.${'9'.repeat(10_000_000)}`), -32602),
    heavy('an exponent of 10 M digits', () => byOwner(`"limit":1e${'9'.repeat(10_000_000)}`), -32602),
    heavy('an offset of 10 M digits', () => byOwner(`"dataSlice":{"offset":${'9'.repeat(10_000_000)},"length":1}`), -32602),
    heavy('500,000 integers of 20 digits', () => byOwner(`"limit":[${filled('18446744073709551615,', 9_900_000)}0]`), -32602),
    heavy('an id of 10 M digits', () => `{"jsonrpc":"2.0","method":"getIndexerSlot","id":${'9'.repeat(10_000_000)}}`, NONE),
    heavy('an id of 10 M letters', () => `{"jsonrpc":"2.0","method":"nope","id":"${'x'.repeat(10_000_000)}"}`, -32601),
    heavy('an id of a million escapes', () => `{"jsonrpc":"2.0","method":"nope","id":"${'\\u00e9'.repeat(1_000_000)}"}`, -32601),
    heavy('a method of 10 M letters', () => call('x'.repeat(10_000_000), '{}'), -32601),
    heavy('a limit nested 2,500 deep', () => byOwner(`"limit":${nested(2_500)}`), -32602),
    heavy('a limit nested 5 M deep', () => byOwner(`"limit":${nested(5_000_000)}`), -32602),
    heavy('objects nested a million deep', () => byOwner(`"limit":${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`), -32602),
    heavy('ignored params nested 5 M deep', () => call('getIndexerSlot', nested(5_000_000)), -32700),
    heavy('another member nested 5 M deep', () => `{"jsonrpc":"2.0","id":1,"method":"getIndexerSlot","x":${nested(5_000_000)}}`, -32700),
    heavy('an id nested 5 M deep', () => `{"jsonrpc":"2.0","method":"getIndexerSlot","id":${nested(5_000_000)}}`, NONE),
    heavy('10 M brackets that never close', () => `{"x":${'['.repeat(10_000_000)}`, -32700),
    heavy('two million empty filters', () => byOwner(`"filters":[${filled('{},', 6_000_000)}{}]`), -32000),
    heavy('280,000 filters', () => byOwner(`"filters":[${filled(`${filter},`, 10_000_000)}${filter}]`), -32000),
    heavy('five filters of 2 M characters', () => byOwner(`"filters":[${Array(5).fill(`{"memcmp":{"offset":0,"bytes":"${'2'.repeat(2_000_000)}"}}`)}]`), -32602),
    heavy('five filters of 2,048 characters', () => byOwner(`"filters":[${Array(5).fill(`{"memcmp":{"offset":0,"bytes":"${'2'.repeat(2_048)}"}}`)}]`), OK),
    heavy('a filter with a million other members', () => byOwner(`"filters":[{${filled('"a":0,', 9_000_000)}"memcmp":{"offset":0,"bytes":""}}]`), OK),
    heavy('a million unknown params', () => `{"jsonrpc":"2.0","id":1,"method":"getLatestCompressionSignatures","params":{${filled('"a":0,', 9_000_000)}"limit":1}}`, -32602),
    heavy('a million ignored params', () => call('getCompressionSignaturesForAccount', `{${filled('"a":0,', 9_000_000)}"hash":"${hash}"}`), OK),
    heavy('a million members of a request', () => `{${filled('"a":0,', 9_000_000)}"jsonrpc":"2.0","id":1,"method":"getIndexerSlot"}`, OK),
    heavy('a limit given 800,000 times', () => byOwner(`${filled('"limit":1,', 9_000_000)}"limit":1`), -32602),
    heavy('a name of 10 M letters', () => byOwner(`"${'x'.repeat(10_000_000)}":1`), -32602),
    heavy('an owner of 10 M characters', () => call('getCompressedAccountsByOwner', `{"owner":"${'2'.repeat(10_000_000)}"}`), -32602),
    heavy('a hash of 10 M characters', () => call('getCompressionSignaturesForAccount', `{"hash":"${'2'.repeat(10_000_000)}"}`), -32602),
    heavy('a cursor of 10 M characters', () => byOwner(`"cursor":"${'2'.repeat(10_000_000)}"`), -32602),
    heavy("a delegate's cursor of 10 M characters", () => call('getCompressedTokenAccountsByDelegate', `{"delegate":"${delegate}","cursor":"${'2'.repeat(10_000_000)}"}`), -32602),
    heavy('the latest behind a cursor of 10 M characters', () => call('getLatestCompressionSignatures', `{"cursor":"${'2'.repeat(10_000_000)}"}`), -32000),
    heavy('params of three million values by position', () => call('getCompressedAccountsByOwner', `[${filled('0,', 6_000_000)}0]`), -32602),
    heavy('nine million blanks', () => `${' '.repeat(9_000_000)}${call('getIndexerSlot', '[]')}`, OK),
    heavy('10 M bytes that are no UTF-8', () => Buffer.concat([Buffer.from('{"x":"'), Buffer.alloc(10_000_000, 0xff)]), -32700),
    heavy('a text of 10 M backslashes', () => `{"x":"${'\\'.repeat(10_000_000)}"`, -32700),
    heavy('the largest body, of nothing', () => `{${' '.repeat(MAX_BODY - 2)}}`, -32700),
    heavy('a batch of 20,000 filters', () => ofCalls(byOwner(`"filters":[${filter}]`)), -32010),
    heavy('a batch of five million numbers', () => `[${filled('0,', 10_000_000)}0]`, -32010),
    heavy('a batch of three million notifications', () => `[${filled('{},', 10_000_000)}{}]`, -32010),
    heavy('a batch of a thousand pages', () => batch(byOwner('"limit":1000')), -32600),
    heavy('a batch of a thousand filters', () => batch(byOwner(`"filters":[${filter}]`)), OK, -32000),
    heavy('a batch of a thousand V2 pages', () => batch(call('getCompressedAccountsByOwnerV2', `{"owner":"${owner}"}`)), -32600),
    heavy('a batch of a thousand params of 10,000 digits', () => batch(byOwner(`"limit":${'9'.repeat(10_000)}`)), -32602),
    heavy('a batch of a thousand nested 4,000 deep', () => batch(byOwner(`"limit":${nested(4_000)}`)), -32602),
    heavy('a batch of a thousand ids of 10,000 letters', () => batch(`{"jsonrpc":"2.0","id":"${'x'.repeat(10_000)}"}`), -32600),
    heavy('a batch in a batch, a thousand times', () => batch(`[${filled('{},', 10_000)}{}]`), -32600),
  ]
}

function call(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
}

/** A batch of the most calls that are taken. */
function batch(text: string): string {
  return `[${Array(1000).fill(text).join(',')}]`
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

/** The text again and again, up to so many characters. */
function filled(text: string, length: number): string {
  return text.repeat(Math.floor(length / text.length))
}
