import { answerMint } from '@/lib/account/mints/api'
import { apiHandlers } from '@/lib/api/handlers'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/mint', answerMint, { hasU64: true })
