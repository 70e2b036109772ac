import { LEAF } from '../leaf'

export const dynamic = 'force-static'

/** The sign for whoever asks for it by its address; pages have it in them. */
export function GET() {
  return new Response(LEAF, { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' } })
}
