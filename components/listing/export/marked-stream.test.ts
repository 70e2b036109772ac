import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExportMark, markLine } from '@/lib/listing/export/marks'
import { EXPORT_SUMMARY } from '@/lib/testing/exports'
import { CutOff, type Part, partsOf } from './marked-stream'

const rows = (bytes: number): ExportMark => ({
  part: 'rows',
  bytes,
  rows: 1,
  slot: 7,
  cursor: 'next',
  repeatsRemoved: 0,
  ordered: true,
  requests: 1,
})

function streamOf(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  return new ReadableStream({
    start(controller) {
      ends.forEach((end, i) => {
        const piece = bytes.slice(i === 0 ? 0 : ends[i - 1], end)
        if (piece.length > 0) controller.enqueue(piece)
      })
      controller.close()
    },
  })
}

async function all(stream: ReadableStream<Uint8Array>): Promise<{ parts: Part[]; error: unknown }> {
  const parts: Part[] = []
  try {
    for await (const part of partsOf(stream)) parts.push(part)
  } catch (error) {
    return { parts, error }
  }
  return { parts, error: null }
}

const END: ExportMark = {
  part: 'end',
  bytes: 3,
  summary: EXPORT_SUMMARY,
  problem: null,
  requests: 1,
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\n', '# {"mark":{"bytes":1}}\r\n', '{"mark":{}}\n', ''),
)

describe('parts of a marked export', () => {
  test.each(['csv', 'ndjson'] as const)('of %s come whole and in order, however the bytes arrive', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(text), fc.array(fc.nat()), async (texts, cuts) => {
        const contents = texts.map((each) => Buffer.from(each))
        const sent = [...contents.flatMap((each) => [Buffer.from(markLine(format, rows(each.length))), each])]
        const bytes = Buffer.concat([...sent, Buffer.from(markLine(format, END)), Buffer.from('end')])
        const { parts, error } = await all(streamOf(bytes, cuts))
        expect(error).toBeNull()
        expect(parts.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual([
          ...contents.map((each) => each.toString('hex')),
          Buffer.from('end').toString('hex'),
        ])
      }),
    )
  })

  test('cut off anywhere are those that were whole, and an error', async () => {
    const content = Buffer.from('a row\n')
    const part = Buffer.concat([Buffer.from(markLine('csv', rows(content.length))), content])
    const bytes = Buffer.concat([part, part, Buffer.from(markLine('csv', END)), Buffer.from('end')])
    for (let length = 0; length < bytes.length; length++) {
      const { parts, error } = await all(streamOf(bytes.subarray(0, length), []))
      expect(error).toBeInstanceOf(CutOff)
      expect(parts).toHaveLength(Math.min(2, Math.floor(length / part.length)))
    }
  })

  test('are not guessed where a line is no mark', async () => {
    for (const line of ['hello\n', '# {"mark":{}}\n', '{"mark":null}\n', '{"other":{"bytes":3}}\nabc']) {
      expect((await all(streamOf(Buffer.from(line), []))).error).toBeInstanceOf(CutOff)
    }
  })
})
