import { isLosslessNumber, parse, stringify } from 'lossless-json'
import { expect } from 'vitest'
import { isMethodName } from '@/lib/protocol/rpc/methods'
import type { Expectation, Recording } from './recording'
import type { IndexerClient } from './replay'

export interface Stage {
  title: string
  recording: Recording
  after?: number
  expectations: Expectation[]
}

export function stagesOf(recording: Recording): Stage[] {
  const { name } = recording
  const ours = recording.expectations.filter(({ method }) => isMethodName(method))
  const earlier = [...new Set(ours.flatMap(({ after }) => after ?? []))].sort((a, b) => a - b)
  return [
    ...earlier.map((after) => ({
      title: `${name} after ${after} transactions`,
      recording,
      after,
      expectations: ours.filter((expectation) => expectation.after === after),
    })),
    { title: name, recording, expectations: ours.filter(({ after }) => after === undefined) },
  ]
}

export async function expectAnswers(indexer: IndexerClient, expectations: Expectation[]): Promise<void> {
  for (const expectation of expectations) {
    const { method, params = '', result } = expectation
    const answer = comparable(await answerTo(indexer, expectation))
    expect(answer, `${method} ${params}`).toStrictEqual(comparable(parse(result)))
  }
}

interface Page {
  value: { cursor: string | null }
}

/** A cursor in the request is another indexer's: replaced by this indexer's own from the end of the page before. */
async function answerTo({ ask }: IndexerClient, { method, params }: Expectation): Promise<unknown> {
  const { cursor, ...first } = membersOf(params)
  if (cursor === undefined) return ask(method, params)
  const before = (await ask(method, stringify(first))) as Page
  return ask(method, stringify({ ...first, cursor: before.value.cursor }))
}

/** Cursors are opaque: only their presence counts. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (value === null || typeof value !== 'object' || isLosslessNumber(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'cursor' && member !== null ? 'a cursor' : comparable(member),
    ]),
  )
}

function membersOf(params: string | undefined): Record<string, unknown> {
  return params === undefined ? {} : (parse(params) as Record<string, unknown>)
}
