import { LEAF } from '../leaf'

export const dynamic = 'force-static'

export function GET() {
  return new Response(LEAF, { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' } })
}
