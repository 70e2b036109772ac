import { base58 } from '@scure/base'
import { parse, stringify } from 'lossless-json'
import { expect } from 'vitest'
import { encodeOwnerCursor } from '@/lib/indexer/handlers/cursor'
import type { PhotonCase } from './recording'

/* Allowed differences from Photon, as in docs/spec/photon.md: each is computed from Photon's answer, not skipped. */

export type AskText = (method: string, params: string) => Promise<string>

interface Difference {
  /** As in the table of docs/spec/photon.md. */
  name: string
  /** The expected answer; null: the difference does not apply. */
  expected(given: PhotonCase): string | null
  check?(given: PhotonCase, ask: AskText): Promise<void>
}

interface Item {
  hash: string
  leafIndex: unknown
}

interface Page {
  result?: { value: { items: Item[]; cursor: string | null } }
}

const isByOwner = ({ method }: PhotonCase) => /^getCompressedAccountsByOwner(V2)?$/.test(method)
const membersOf = ({ params = '{}' }: PhotonCase) => parse(params) as Record<string, unknown>
const pageIn = (text: string) => (parse(text) as Page).result?.value

function cursorOf({ hash, leafIndex }: Item): string {
  return encodeOwnerCursor({ leafIndex: BigInt(String(leafIndex)), hash: base58.decode(hash) })
}

const OWNER_CURSOR: Difference = {
  name: 'Cursor of a page by owner',
  expected(given) {
    if (!isByOwner(given) || membersOf(given).cursor !== undefined) return null
    const { items = [], cursor } = pageIn(given.answer) ?? {}
    const last = items.at(-1)
    if (!last || cursor !== last.hash) return null
    return given.answer.replace(`"cursor":"${cursor}"`, `"cursor":"${cursorOf(last)}"`)
  },
}

const OWNER_PAGES: Difference = {
  name: 'Pages by owner after the first one',
  expected(given) {
    const { cursor } = membersOf(given)
    if (!isByOwner(given) || typeof cursor !== 'string' || base58.decode(cursor).length !== 32) return null
    const message = 'cursor: must be the cursor of an earlier answer (base58 of 40 bytes), found 32 bytes'
    return `{"jsonrpc":"2.0","error":{"code":-32602,"message":"${message}"},"id":"test-account"}`
  },
  async check(given, ask) {
    const { cursor, limit, ...subject } = membersOf(given)
    const most = Number(limit ?? 1000)
    const all = pageIn(await ask(given.method, stringify({ ...subject, limit: 1000 }) ?? ''))?.items ?? []
    const at = all.findIndex(({ hash }) => hash === cursor)
    const last = all[at]
    if (!last) throw new Error(`${cursor} is not in the list`)
    const ours = { ...subject, limit: most, cursor: cursorOf(last) }
    expect(pageIn(await ask(given.method, stringify(ours) ?? ''))?.items).toEqual(all.slice(at + 1, at + 1 + most))
    // Photon continues after the hash, in a list that is ordered by leaf index. facts/photon-wire.md 8.
    const key = Buffer.from(base58.decode(String(cursor)))
    const behind = all.filter(({ hash }) => key.compare(base58.decode(hash)) < 0).slice(0, most)
    expect(pageIn(given.answer)?.items).toEqual(behind)
  },
}

export const DIFFERENCES: readonly Difference[] = [OWNER_CURSOR, OWNER_PAGES]

export function expectedOf(given: PhotonCase): { body: string; difference: Difference | null } {
  for (const difference of DIFFERENCES) {
    const body = difference.expected(given)
    if (body !== null) return { body, difference }
  }
  return { body: given.answer, difference: null }
}
