import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { STATIC_CARD } from '../../page/card'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import { rasterise } from './rasteriser'
import { Studio } from './studio'
import { summaryAt } from './summary-at'

/** Milliseconds for an indexer's answer, and for a picture's turn: together below the second that chats wait at least. */
const ASK_MS = 500
const DRAW_MS = 400

/** Chats keep a picture for days by themselves; a cache between may give out one while it fetches the next. */
const CACHE = 'public, max-age=60, stale-while-revalidate=600'

/** For what was not ready in time: the next reader may get it. */
const SOON_CACHE = 'public, max-age=5'

/**
 * The preview image of the page at this address: always a picture. An address that cannot be read has the static card,
 * byte for byte. features.md a31, facts/reliability.md (e) S10.
 */
export async function answerPreview(page: string, search: URLSearchParams): Promise<ApiAnswer> {
  const preview = await summaryAt(page, search, clock().monotonic() + ASK_MS)
  const { content, isRequested } = await studio().pictureOf(preview?.summary.card ?? STATIC_CARD)
  return { content, contentType: 'image/png', cacheControl: preview?.known && isRequested ? CACHE : SOON_CACHE }
}

const studio = once('preview studio', () => new Studio(rasterise, DRAW_MS))
