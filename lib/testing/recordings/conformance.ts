import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json'
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
    const list = listOf(expectation)
    if (!list) continue
    for (const limit of [1, 3]) {
      const walked = await walk(indexer, expectation, limit, list.length)
      expect(walked, `${method} ${params} by ${limit}`).toStrictEqual(list)
    }
  }
}

interface Page {
  value: { items: unknown[]; cursor: string | null }
}

/** A cursor in the request is another indexer's: replaced by this indexer's own from the end of the page before. */
async function answerTo({ ask }: IndexerClient, { method, params }: Expectation): Promise<unknown> {
  const { cursor, ...first } = membersOf(params)
  if (cursor === undefined) return ask(method, params)
  const before = (await ask(method, stringify(first))) as Page
  return ask(method, stringify({ ...first, cursor: before.value.cursor }))
}

async function walk(
  { ask }: IndexerClient,
  { method, params }: Expectation,
  limit: number,
  expected: number,
): Promise<unknown[]> {
  const items: unknown[] = []
  let cursor: string | null = null
  for (let page = 0; page <= expected + 1; page++) {
    const pageParams = {
      ...membersOf(params),
      limit: new LosslessNumber(String(limit)),
      ...(cursor !== null && { cursor }),
    }
    const { value } = (await ask(method, stringify(pageParams))) as Page
    items.push(...value.items)
    if (value.items.length > limit) throw new Error(`${method}: a page of ${limit} has ${value.items.length} items`)
    cursor = value.cursor
    if (cursor === null) return items
  }
  throw new Error(`${method} ${params}: the walk by ${limit} does not end`)
}

function listOf({ method, params, result }: Expectation): unknown[] | null {
  const { limit, cursor } = membersOf(params)
  const { value } = parse(result) as Partial<Page>
  const items = value?.items
  const walkable = params !== undefined && limit === undefined && cursor === undefined
  return walkable && method !== 'getCompressionSignaturesForAccount' && items && items.length > 1 ? items : null
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
