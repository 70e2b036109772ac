import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { STATIC_CARD } from '../../page/card'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import { rasterise } from './rasteriser'
import { Studio } from './studio'
import { summaryAt } from './summary-at'

/** Milliseconds for the indexer's response, and for the drawing queue: together less than the second that chats wait at least. */
const ASK_MS = 500
const DRAW_MS = 400

/** Chats keep a picture for days; a shared cache may serve a stale one while it revalidates. */
const CACHE = 'public, max-age=60, stale-while-revalidate=600'

const SOON_CACHE = 'public, max-age=5'

/**
 * The preview image of a URL: always an image. A malformed URL gets the static card, byte for byte. features.md a31,
 * facts/reliability.md (e) S10.
 */
export async function answerPreview(page: string, search: URLSearchParams): Promise<ApiAnswer> {
  const preview = await summaryAt(page, search, clock().monotonic() + ASK_MS)
  const { content, isRequested } = await studio().pictureOf(preview?.summary.card ?? STATIC_CARD)
  return { content, contentType: 'image/png', cacheControl: preview?.known && isRequested ? CACHE : SOON_CACHE }
}

const studio = once('preview studio', () => new Studio(rasterise, DRAW_MS))
