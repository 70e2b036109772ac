import { apiHandlers } from '@/lib/api/handlers'
import { answerCompare } from '@/lib/compare/api'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/compare', answerCompare, { hasU64: true })
