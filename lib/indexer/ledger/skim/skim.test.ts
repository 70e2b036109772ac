import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '@/lib/protocol/base58'
import { parseJson } from '@/lib/protocol/rpc/json'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { expectSameMeaning, RECORDED } from '@/lib/testing/node/written-block'
import { Skim, SkimError } from './skim'

const PROGRAM = PROGRAMS.compression

function skimmed(...chunks: (Buffer | string)[]): string {
  const skim = new Skim(PROGRAM)
  for (const chunk of chunks) skim.push(Buffer.from(chunk))
  return skim.end()
}

const block = (...entries: string[]) =>
  `{"jsonrpc":"2.0","result":{"blockhash":"x","transactions":[${entries.join(',')}],"parentSlot":1},"id":1}`
const PLAIN = '{"meta":{"err":null},"transaction":["AAAA","base64"],"version":0}'
const OURS = `{"meta":{"err":null,"loadedAddresses":{"readonly":["${PROGRAM}"]}},"transaction":["AAAA","base64"]}`

describe('a block', () => {
  it('means the same as parsed in full, however it is written and cut', () => {
    expect(RECORDED.length).toBeGreaterThan(20)
    expectSameMeaning(PROGRAMS, skimmed, 500)
  })

  it('keeps only what may mention the program', () => {
    expect(skimmed(block(PLAIN, OURS, PLAIN, PLAIN))).toBe(block(OURS))
    expect(skimmed(block(PLAIN))).toBe(block())
    expect(skimmed(block())).toBe(block())
  })
})

describe('a transaction is kept where', () => {
  it.each([0, 1, 2, 3, 4, 5, 100])('the id is in its base64 behind %i bytes', (before) => {
    for (const behind of [0, 1, 2, 3]) {
      const wire = Buffer.concat([Buffer.alloc(before, 7), decodeBase58(PROGRAM), Buffer.alloc(behind, 9)])
      const entry = PLAIN.replace('AAAA', wire.toString('base64'))
      expect(skimmed(block(PLAIN, entry))).toBe(block(entry))
    }
  })

  it.each([
    ['an escaped letter', PLAIN.replace('AAAA', 'AA\\u0041A')],
    ['an escaped slash', PLAIN.replace('AAAA', 'AA\\/A')],
    ['an escaped name', PLAIN.replace('transaction', 'transacti\\u006fn')],
    ['base58', PLAIN.replace('base64', 'base58')],
    ['json', '{"meta":{},"transaction":{"message":{}}}'],
    ['no encoding', '{"meta":{},"transaction":"AAAA"}'],
    ['a third member of its list', '{"meta":{},"transaction":["AAAA","base64",1]}'],
    ['no transaction', '{"meta":{}}'],
    ['two of them', '{"transaction":["AAAA","base64"],"meta":{},"transaction":["AAAA","base64"]}'],
  ])('it holds %s', (_, entry) => {
    expect(skimmed(block(PLAIN, entry, PLAIN))).toBe(block(entry))
  })
})

describe('what is no block that can be told apart', () => {
  it.each([
    ['an error', '{"jsonrpc":"2.0","error":{"code":-32007,"message":"skipped"},"id":1}'],
    ['null', '{"jsonrpc":"2.0","result":null,"id":1}'],
    ['no JSON', '<html>["transactions":[{}]</html>'],
    ['nothing', ''],
    ['transactions that are no list', '{"jsonrpc":"2.0","result":{"transactions":{}},"id":1}'],
    ['an escaped name of the list', block(PLAIN).replace('transactions', 'transaction\\u0073')],
  ])('%s: is left as it is', (_, text) => {
    expect(skimmed(text)).toBe(text)
  })

  it.each([
    ['a cut', block(PLAIN, PLAIN).slice(0, -60)],
    ['a cut right behind a transaction', block(PLAIN, PLAIN).slice(0, block(PLAIN).indexOf(PLAIN) + PLAIN.length)],
    ['a comma at the end', block(PLAIN, '')],
    ['a comma at the beginning', block('', PLAIN)],
    ['null among them', block(PLAIN, 'null', PLAIN)],
    ['a bracket too few', block(PLAIN, PLAIN.replace('}', ''))],
    ['a bracket too many', block(PLAIN, `${PLAIN}}`)],
    [
      'more brackets within each other than it follows',
      block(PLAIN, PLAIN.replace('null', `${'['.repeat(40)}${']'.repeat(40)}`)),
    ],
  ])('%s: is to be read whole', (_, text) => {
    expect(() => skimmed(text)).toThrow(SkimError)
  })

  it.each([
    ['a cut in its tail', block(PLAIN).slice(0, -1)],
    ['something behind its end', `${block(PLAIN)}{}`],
  ])('%s: is refused by the parser', (_, text) => {
    expect(() => parseJson(skimmed(text))).toThrow(SyntaxError)
  })
})

it('looks at a transaction of many chunks a few times only', () => {
  const long = PLAIN.replace('null', JSON.stringify(['x'.repeat(100), 1].concat(Array(200_000).fill('{"'))))
  const bytes = Buffer.from(block(PLAIN, long, OURS))
  const chunks = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, i) =>
    bytes.subarray(i * 1000, i * 1000 + 1000),
  )
  expect(skimmed(...chunks)).toBe(block(OURS))
})
