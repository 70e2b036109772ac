import { describe, expect, it } from 'vitest'
import { PROGRAM_IDS, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import type { RecordedEntry, Recording } from '@/lib/testing/recordings/recording'
import { inBase64, inJson } from '@/lib/testing/recordings/wire'
import { type Programs, resolvePrograms } from './programs'
import { type ParsedTransaction, parseTransaction } from './transaction'

const recordings = recordingNames().map((name) => readRecording(name))

const programsAt = ({ programIds }: Recording): Promise<Programs> => resolvePrograms({ ...PROGRAM_IDS, ...programIds })

function entriesOf({ blocks, extra }: Recording): RecordedEntry[] {
  return [...blocks, ...extra].flatMap(({ entries }) => entries)
}

describe('recorded transactions', () => {
  it.each(recordings)('$name: mean the same in the json encoding as in base64', async (recording) => {
    const programs = await programsAt(recording)
    for (const { transaction, signature, encoding } of entriesOf(recording)) {
      const parsed = parseTransaction(transaction, programs)
      expect(parsed.ok, signature).toBe(true)
      const otherwise = encoding === 'json' ? inBase64(transaction) : inJson(transaction)
      expect(parseTransaction(otherwise, programs), signature).toEqual(parsed)
    }
  })

  it('of older programs are nothing to those of today', () => {
    for (const recording of recordings.filter(({ programIds }) => programIds !== null)) {
      for (const { transaction } of entriesOf(recording)) {
        // A copy: the parser caches its result per transaction for one generation.
        expect(parseTransaction({ ...transaction }, PROGRAMS)).toMatchObject({
          ok: true,
          update: null,
          undecodable: [],
        })
      }
    }
  })
})

describe('transactions beside the ledgers', () => {
  const extraOf = async (name: string): Promise<Extract<ParsedTransaction, { ok: true }>[]> => {
    const recording = readRecording(name)
    const programs = await programsAt(recording)
    const parsed = recording.extra.flatMap(({ entries }) =>
      entries.map(({ transaction }) => parseTransaction(transaction, programs)),
    )
    return parsed.flatMap((one) => (one.ok ? [one] : []))
  }

  it('of the first programs: some events decode, and the others are reported and do no harm', async () => {
    const parsed = await extraOf('oldids1-mixed')
    expect(parsed).toHaveLength(36)
    const found = parsed.filter(({ update }) => update !== null)
    const reported = parsed.filter(({ undecodable }) => undecodable.length > 0)
    expect({ found: found.length, reported: reported.length }).toEqual({ found: 8, reported: 28 })
  })
})
