import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '@/lib/protocol/rpc/json'
import { bodyOf, hostileAnswer } from '@/lib/testing/stand-in/hostile-answers'
import {
  MAX_FRAME_BYTES,
  MAX_FRAME_VALUES,
  MAX_NESTING,
  MAX_NUMBER_CHARS,
  MAX_ROW_VALUES,
  PORTION_BYTES,
  PORTION_ROWS,
} from './budget'
import { readFrame, readRows } from './read'
import { AnswerScan, type ScanRefusal } from './scan'

const MAX_ROWS = 1_000

/** @param lengths of the parts, repeated; none: in one part */
function scanned(body: string | Buffer, lengths: number[] = []): AnswerScan {
  const bytes = Buffer.from(body)
  const scan = new AnswerScan(MAX_ROWS)
  for (let at = 0, part = 0; at < bytes.length; part++) {
    const length = lengths[part % lengths.length] ?? bytes.length
    scan.feed(bytes.subarray(at, at + length))
    at += length
  }
  scan.end()
  return scan
}

const refusalOf = (body: string | Buffer): ScanRefusal | null => scanned(body).refusal
const list = (...rows: string[]) => `{"result":{"value":{"items":[${rows.join(',')}]}}}`
const times = (count: number, text: string) => Array.from({ length: count }, () => text)

async function readWhole(bytes: Buffer, scan: AnswerScan): Promise<unknown> {
  const frame = readFrame(bytes, scan) as { result: { value: { items: unknown[] } } }
  const rows = await readRows(bytes, scan, (row) => row)
  if (scan.places.list) frame.result.value.items = rows
  return frame
}

describe('budgets: all of it passes, one more does not', () => {
  test.each<[string, number, (count: number) => string, ScanRefusal]>([
    ['rows', MAX_ROWS, (count) => list(...times(count, '{}')), { why: 'rows' }],
    [
      'values of a row',
      MAX_ROW_VALUES,
      (count) => list('{}', '{}', `[${times(count - 1, '{}')}]`, '{}'),
      { why: 'row', row: 2 },
    ],
    [
      'values beside the rows',
      MAX_FRAME_VALUES - 4,
      (count) => `{"more":[${times(count - 1, '0')}],${list('{}').slice(1)}`,
      { why: 'frame' },
    ],
    ['bytes beside the rows', MAX_FRAME_BYTES - 2, (count) => `"${'x'.repeat(count)}"`, { why: 'frame' }],
    ['nesting', MAX_NESTING, (count) => '['.repeat(count) + ']'.repeat(count), { why: 'nesting' }],
    ['nesting in a row', MAX_NESTING - 4, (count) => list('['.repeat(count) + ']'.repeat(count)), { why: 'nesting' }],
    ['digits', MAX_NUMBER_CHARS, (count) => list('9'.repeat(count)), { why: 'number' }],
    ['digits with a sign', MAX_NUMBER_CHARS, (count) => `-${'9'.repeat(count - 1)}`, { why: 'number' }],
    ['digits of a fraction', MAX_NUMBER_CHARS, (count) => `0.${'9'.repeat(count - 2)}`, { why: 'number' }],
  ])('%s', (_, most, body, refusal) => {
    expect(refusalOf(body(most))).toBeNull()
    expect(refusalOf(body(most + 1))).toEqual(refusal)
  })

  test('bytes of rows are no bytes beside them, and blanks between rows are theirs', () => {
    const row = `"${'x'.repeat(MAX_FRAME_BYTES)}"`
    expect(refusalOf(list(row, `${' '.repeat(MAX_FRAME_BYTES)}${row}`))).toBeNull()
  })

  test('what is too much ends the work: nothing behind it is looked at', () => {
    const rows = scanned(list(...times(100_000, '{}')), [64 * 1024])
    expect(rows.refusal).toEqual({ why: 'rows' })
    expect(rows.work).toMatchObject({ rows: MAX_ROWS, values: MAX_ROWS + 5 })
    expect(rows.work.bytes).toBeLessThan(3_100)
    const digits = scanned(list('9'.repeat(1_000_000)), [64 * 1024])
    expect(digits.work.bytes).toBeLessThan(100)
  })
})

describe('which rows', () => {
  test.each([
    ['{"result":{"value":{"items":[1,{"a":[]}]},"context":{}}}', ['1', '{"a":[]}']],
    [' { "\\u0072esult" : { "value" : { "items" : [ "a" , -1.5e3 ] } } } ', ['"a"', '-1.5e3']],
    ['\uFEFF{"result":{"value":{"items":[null]}}}', ['null']],
    ['{"result":{"value":{"items":[]}}}', []],
    ['{"more":{"value":{"items":[1]}},"result":{"items":[1],"value":{"items":[2],"more":{"items":[1]}}}}', ['2']],
    ['{"result":[{"value":{"items":[1]}}]}', []],
    ['[{"result":{"value":{"items":[1]}}}]', []],
    ['{"result":{"value":{"items":{"a":1}}}}', []],
    ['{"result":{"value":"items","items":[1]}}', []],
    ['{"result":1,"more":{"value":{"items":[1]}}}', []],
    ['{"result":{"value":null,"more":{"items":[1]}}}', []],
  ])('%s', (body, rows) => {
    const bytes = Buffer.from(body)
    const { refusal, places, work } = scanned(bytes)
    expect(refusal).toBeNull()
    expect(places.starts.map((start, i) => bytes.toString('utf8', start, places.ends[i]))).toEqual(rows)
    expect(work.rows).toBe(rows.length)
  })

  test.each(['result', 'value', 'items'])('%s twice is refused, since JSON readers differ on which counts', (name) => {
    const once = list('1')
    const twice = once.replace(`"${name}":`, () => `"${name}":0,"${name}":`)
    expect(refusalOf(twice)).toEqual({ why: 'twice', name })
    expect(refusalOf(once.replace(`"${name}":`, () => `"more":{"${name}":0,"${name}":1},"${name}":`))).toBeNull()
  })
})

describe('what is JSON', () => {
  const token = fc.constantFrom(
    ...'{}[]:,"\\ 019.-+eEtfn'.split(''),
    ...[
      'true',
      'null',
      '"result":',
      '"value":',
      '"items":',
      '""',
      '{"result":{"value":{"items":[',
      ']}}}',
      '\u00e9',
      '\n',
    ],
  )
  const nearly = fc.array(token, { maxLength: 24 }).map((tokens) => tokens.join(''))
  const document = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.array(fc.json({ maxDepth: 3 }), { maxLength: 5 }).map((rows) => list(...rows)),
    nearly,
  )
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 })

  test('what is read is what JSON says, or refused where JSON is, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(document, lengths, async (text, cut) => {
        const bytes = Buffer.from(text)
        const scan = scanned(bytes, cut)
        expect(scan.refusal).toEqual(refusalOf(bytes))
        let expected: unknown
        try {
          expected = parseJson(text)
        } catch {
          const refused = scan.refusal !== null || (await readWhole(bytes, scan).catch(() => null)) === null
          expect(refused).toBe(true)
          return
        }
        if (scan.refusal?.why === 'twice') return
        expect(scan.refusal).toBeNull()
        expect(await readWhole(bytes, scan)).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test('hostile answers are refused for one reason, however the bytes are cut, and within the budget', () => {
    fc.assert(
      fc.property(hostileAnswer(20_000), lengths, (answer, cut) => {
        const body = bodyOf(answer)
        const { refusal, work } = scanned(body)
        expect(scanned(body, cut).refusal).toEqual(refusal)
        expect(work.rows).toBeLessThanOrEqual(MAX_ROWS)
        expect(work.values).toBeLessThanOrEqual(MAX_FRAME_VALUES + MAX_ROW_VALUES * MAX_ROWS + 1)
      }),
      { numRuns: 300 },
    )
  })
})

describe('portions', () => {
  test.each([
    [0, 1, 0],
    [1, 1, 1],
    [100, 1, 1],
    [101, 1, 2],
    [1_000, 1, 10],
    [10, PORTION_BYTES / 2, 10],
    [3, 2 * PORTION_BYTES, 3],
  ])('%i rows of %i bytes come in %i pieces', async (rows, bytes, portions) => {
    const body = Buffer.from(list(...times(rows, `"${'x'.repeat(bytes)}"`)))
    const scan = scanned(body)
    expect(await readRows(body, scan, (row) => (row as string).length)).toEqual(times(rows, '').map(() => bytes))
    expect(scan.work).toMatchObject({ portions, checked: rows })
  })

  test('others have their turn between two of them, of however many answers', async () => {
    const body = Buffer.from(list(...times(1_000, '{}')))
    const rowsByTurn = new Map<number, number>()
    let turn = 0
    let reading = true
    const next = () => {
      turn++
      if (reading) setImmediate(next)
    }
    setImmediate(next)
    const count = () => rowsByTurn.set(turn, (rowsByTurn.get(turn) ?? 0) + 1)
    await Promise.all(times(16, '').map(() => readRows(body, scanned(body), count)))
    reading = false
    const [first, ...later] = rowsByTurn.values()
    expect(first).toBe(16 * PORTION_ROWS)
    expect(later).toEqual(times(16 * 9, '').map(() => PORTION_ROWS))
  })

  test('the first row that is refused is the last that is looked at', async () => {
    const body = Buffer.from(list(...times(1_000, '{}')))
    const scan = scanned(body)
    const refused = readRows(body, scan, (_, i) => {
      if (i === 150) throw new Error('row 150')
    })
    await expect(refused).rejects.toThrow('row 150')
    expect(scan.work).toMatchObject({ portions: 2, checked: 151 })
  })
})

test('halves of characters become U+FFFD where text enters, whole ones stay, and escaped backslashes are none', async () => {
  const body = list('{"a":"x\\ud800y","b":["\\uDfff","\\ud83d\\ude00","\\\\ud800"]}').replace('{', '{"id":"\\udc00",')
  const bytes = Buffer.from(body)
  expect(await readWhole(bytes, scanned(bytes))).toEqual({
    id: '\uFFFD',
    result: { value: { items: [{ a: 'x\uFFFDy', b: ['\uFFFD', '\u{1F600}', '\\ud800'] }] } },
  })
})
